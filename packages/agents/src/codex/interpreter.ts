import type { AgentInterpreter } from '../interpret/interpreter.js';
import { codexLiveRules, createCodexLive } from './live.js';
import { recogniseCodex } from './recognise.js';
import { codexSavedRules, createCodexSaved } from './saved.js';
import { codexSessions } from './sessions.js';

/** How Codex is understood, in both of its views. */
export const codexInterpreter: AgentInterpreter = {
  live: createCodexLive,
  saved: createCodexSaved,
  recognise: recogniseCodex,
  legacy: {
    before: '0.44',
    live: (options) => createCodexLive({ ...options, threadEvents: false }),
  },
  rules: { live: codexLiveRules, saved: codexSavedRules },
  sessions: codexSessions,
};
