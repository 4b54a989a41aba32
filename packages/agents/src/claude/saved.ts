import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { createEmitter, type Emitter } from '../interpret/emitter.js';
import type { Interpreter } from '../interpret/interpreter.js';
import { asText, objectAt } from '../interpret/json-fields.js';
import { each, metadata, prefixed, type RecordRules } from '../interpret/record-rule.js';
import { assistantRules } from './content/assistant-message.js';
import { ownWordsRules } from './content/own-words.js';
import { createRuleReader, type Reading, readingsOf } from './content/rule-reader.js';
import { userRules } from './content/user-message.js';
import { type Branches, createBranches } from './saved/branches.js';
import { readAssistant, readUser } from './saved/message-rules.js';
import { attachmentRules, recordRules, systemRules } from './saved/record-rules.js';
import { createSavedState, introduce, type SavedState } from './saved/state.js';

type Read = (record: JsonObject, state: SavedState, emitter: Emitter) => Reading;

const readSystem = createRuleReader('system', systemRules);
const readAttached = createRuleReader('attachment', attachmentRules);
const readOther = createRuleReader('', recordRules);

/** Records whose type has many sorts. */
const READERS: ReadonlyMap<unknown, Read> = new Map<unknown, Read>([
  ['assistant', readAssistant],
  ['user', readUser],
  ['system', (record, state, emitter) => readSystem(record.subtype, record, state, emitter)],
  ['attachment', readAttachment],
]);

/** What the file holds twice, by its type: a session may be copied into it. */
const REPEATED: ReadonlyMap<unknown, Reading> = new Map(
  [...READERS.keys()].map((type) => [type, readingsOf(String(type), 'repeated').metadata]),
);

/** How each record of a session file is read, by its native name. */
export const claudeSavedRules: RecordRules<never> = {
  ...assistantRules,
  ...prefixed('assistant', ownWordsRules),
  ...userRules,
  ...prefixed('system', systemRules),
  ...prefixed('attachment', attachmentRules),
  ...recordRules,
  ...each(
    metadata('the file holds the record before'),
    [...REPEATED.values()].map(({ native }) => native),
  ),
};

function readAttachment(record: JsonObject, state: SavedState, emitter: Emitter): Reading {
  const attachment = objectAt(record, 'attachment') ?? {};
  const type = asText(attachment.type);
  const isNamed = type === undefined || Object.hasOwn(attachmentRules, type);
  return readAttached(isNamed ? type : 'other', attachment, state, emitter);
}

function readRecord(record: JsonObject, state: SavedState, emitter: Emitter): Reading {
  const read = READERS.get(record.type);
  const isNew = state.branches.note(record);
  if (read === undefined) return readOther(record.type, record, state, emitter);
  const repeated = isNew ? undefined : REPEATED.get(record.type);
  if (repeated !== undefined) return repeated;
  introduce(record, state, emitter);
  return read(record, state, emitter);
}

/**
 * Interprets the records of a session file of any version. Those of sub-agents may stand among them,
 * as up to 1.0, or be read in between from other files.
 */
export function createClaudeSaved(): Interpreter {
  return createBranchInterpreter(createBranches());
}

/** The same without the turns that `branches` leaves out. It learns which the session goes on from. */
export function createBranchInterpreter(branches: Branches): Interpreter {
  const emitter = createEmitter();
  const state = createSavedState(branches, emitter);
  const { chain } = state.conversation;
  // What a turn used that is left out was used all the same, and in the same session.
  const take = (): readonly DragomanEvent[] => {
    const events = emitter.take();
    return branches.isLeftOut()
      ? events.filter(({ type }) => type === 'usage' || type === 'init')
      : events;
  };
  return {
    push(record) {
      emitter.ts = asText(record.timestamp) ?? emitter.ts;
      chain.parentId = record.isSidechain === true ? state.sidechains.parentOf(record) : undefined;
      const { native, disposition } = readRecord(record, state, emitter);
      return { native, disposition, events: take() };
    },
    flush() {
      chain.parentId = undefined;
      state.turns.close();
      return take();
    },
  };
}
