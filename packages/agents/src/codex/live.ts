import type { LiveOptions } from '../interpret/agent-interpreter.js';
import type { Interpreter } from '../interpret/interpreter.js';
import { readByRule } from '../interpret/read-by-rule.js';
import type { Rules } from '../interpret/rule.js';
import { itemRules } from './live/item-rules.js';
import { legacyRules } from './live/legacy-rules.js';
import { createLiveState, type LiveState } from './live/live-state.js';
import { readNative } from './live/read-native.js';
import { responseRules } from './live/response-rules.js';
import { sharedRules, threadRules } from './live/thread-rules.js';
import { usageEvents } from './live/usage-events.js';

/** What is known about a stream of Codex, and how much of it to read. */
export interface CodexLiveOptions extends LiveOptions {
  /**
   * False: reads only what Codex said before it had ThreadEvents (0.44), for debugging. Those count
   * as unknown then.
   */
  readonly threadEvents?: boolean;
}

const OLDER_RULES: Rules<LiveState> = { ...sharedRules, ...responseRules, ...legacyRules };

/** How each thing that `codex exec --json` prints is carried, by its native name. */
export const codexLiveRules: Rules<LiveState> = { ...threadRules, ...itemRules, ...OLDER_RULES };

/** Interprets the stdout of `codex exec --json`, of any version. */
export function createCodexLive(options: CodexLiveOptions = {}): Interpreter {
  const { threadEvents = true, ...known } = options;
  const rules = threadEvents ? codexLiveRules : OLDER_RULES;
  const state = createLiveState(known);
  return {
    push(record) {
      const { native, body } = readNative(record);
      return readByRule(rules, native, body, state);
    },
    flush: () => usageEvents(state),
  };
}
