import type { JsonObject } from '@dragoman/protocol';
import { mapped, metadata, type Rule, type Rules } from '../../interpret/rule.js';
import { readError, readInfo, readWarning } from './notice-rules.js';
import { readPerson } from './person-rules.js';
import { readReply } from './reply-rules.js';
import type { SavedState } from './saved-state.js';
import { readHeader } from './session-rules.js';

/** How each sort of message is read, by its type. */
const rulesOfMessages: Rules<SavedState> = {
  user: told('`turn` started, `message`; what the CLI adds is `synthetic`', readPerson),
  gemini: told(
    '`reasoning`, `message`, `usage`; `tool_use`, `tool_result`, `plan` of its calls',
    readReply,
  ),
  info: told('`stderr`; of a request that was cancelled `turn` aborted', readInfo),
  warning: told('`error`, not fatal', readWarning),
  error: told('`error`; where the model refused, fatal, and `turn` failed', readError),
};

export const headerRule: Rule<SavedState> = told('`init`, once', (record, state) => {
  readHeader(record, state);
  return true;
});

/** A rule with the native name of what it reads, so that names are put together only once. */
export interface NamedRule {
  readonly native: string;
  readonly rule: Rule<SavedState>;
}

/** The rules of messages by their types. */
export const messageRules: ReadonlyMap<string, NamedRule> = new Map(
  Object.entries(rulesOfMessages).map(([type, rule]) => [
    type,
    { native: messageName(type), rule },
  ]),
);

/** How each sort of record in a session file is carried, by its native name. */
export const savedRules: Rules<SavedState> = {
  header: headerRule,
  ...Object.fromEntries(Array.from(messageRules.values(), ({ native, rule }) => [native, rule])),
  '$set/messages': mapped(
    'what is new in the list, once; a summary in place of messages is `compaction`',
    (_, { events }) => events,
  ),
  $set: metadata('when it was last written to, and what it is about'),
  $rewindTo: metadata('the user went back; what was said stays said'),
};

/** The native name of a message. */
export function messageName(type: string): string {
  return `message/${type}`;
}

/** A rule that tells by the state, and says whether the record is what its name says. */
function told(
  becomes: string,
  read: (record: JsonObject, state: SavedState) => boolean,
): Rule<SavedState> {
  return mapped(becomes, (record, state) => (read(record, state) ? state.events : undefined));
}
