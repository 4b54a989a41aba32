import type { DragomanEvent } from '@dragoman/protocol';
import type { Interpreter } from '../interpret/interpreter.js';
import { asText } from '../interpret/json-fields.js';
import { metadata, type Rules } from '../interpret/rule.js';
import { takeEmitted } from './content/emitter.js';
import { messageRules } from './content/message-rules.js';
import { prefixed } from './content/prefixed.js';
import { attachmentRules } from './saved/attachment-rules.js';
import { type Branches, createBranches } from './saved/branches.js';
import { readRecord } from './saved/read-record.js';
import { recordRules } from './saved/record-rules.js';
import { createSavedState } from './saved/saved-state.js';
import { createSkim } from './saved/skim.js';
import { systemRecordRules } from './saved/system-rules.js';

const REPEATED = metadata('the file holds the record before');

/** How each record of a session file is carried, by its native name. */
export const claudeSavedRules: Rules<never> = {
  ...messageRules,
  ...prefixed('system', systemRecordRules),
  ...prefixed('attachment', attachmentRules),
  ...recordRules,
  ...Object.fromEntries(
    ['assistant', 'user', 'system', 'attachment'].map((type) => [`${type}/repeated`, REPEATED]),
  ),
};

/**
 * Interprets the records of a session file of any version. Those of sub-agents may stand among them,
 * as up to 1.0, or be read in between from files of their own.
 */
export function createClaudeSaved(): Interpreter {
  return createBranchInterpreter(createBranches());
}

/** The same without the turns that are to be left out, and with what is learnt of others. */
export function createBranchInterpreter(branches: Branches): Interpreter {
  const state = createSavedState(branches);
  const { emitter } = state.conversation;
  // What a turn used that is left out was used all the same.
  const told = (): readonly DragomanEvent[] => {
    const events = takeEmitted(emitter);
    return branches.isLeftOut() ? events.filter(({ type }) => type === 'usage') : events;
  };
  return {
    push(record) {
      emitter.ts = asText(record.timestamp) ?? emitter.ts;
      emitter.parentId =
        record.isSidechain === true ? state.sidechains.parentOf(record) : undefined;
      const { native, disposition } = readRecord(record, state);
      return { native, disposition, events: told() };
    },
    flush() {
      emitter.parentId = undefined;
      state.turns.close();
      return told();
    },
    skim: createSkim(branches),
  };
}
