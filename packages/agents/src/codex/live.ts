import { createEmitter } from '../interpret/emitter.js';
import type { Interpreter, LiveOptions } from '../interpret/interpreter.js';
import type { RecordRules } from '../interpret/record-rule.js';
import { itemRules } from './live/items.js';
import { legacyRules } from './live/legacy.js';
import { readNative } from './live/native-record.js';
import { createLiveState, emitUsage, type LiveState } from './live/state.js';
import { responseRules, sharedRules, threadRules } from './live/threads.js';

/** What is known about a stream of Codex, and how much of it to read. */
export interface CodexLiveOptions extends LiveOptions {
  /**
   * False: reads only what Codex printed before it had ThreadEvents (0.44), for debugging. Those
   * count as unknown then.
   */
  readonly threadEvents?: boolean;
}

const OLDER_RULES: RecordRules<LiveState> = { ...sharedRules, ...responseRules, ...legacyRules };

/** How each record that `codex exec --json` prints is read, by its native name. */
export const codexLiveRules: RecordRules<LiveState> = {
  ...threadRules,
  ...itemRules,
  ...OLDER_RULES,
};

/** Interprets the stdout of `codex exec --json`, of any version. */
export function createCodexLive(options: CodexLiveOptions = {}): Interpreter {
  const { threadEvents = true, ...known } = options;
  const rules = threadEvents ? codexLiveRules : OLDER_RULES;
  const emitter = createEmitter();
  const state = createLiveState(known, emitter);
  return {
    push(record) {
      const { native, body } = readNative(record);
      const rule = Object.hasOwn(rules, native) ? rules[native] : undefined;
      const disposition = rule?.read(body, state, emitter) ?? 'unknown';
      return { native, disposition, events: emitter.take() };
    },
    flush() {
      emitUsage(state, emitter);
      return emitter.take();
    },
  };
}
