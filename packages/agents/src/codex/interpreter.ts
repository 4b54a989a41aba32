import type { AgentInterpreter } from '../interpret/agent-interpreter.js';
import { codexGaps } from './gaps.js';
import { createCodexLive } from './live.js';
import { recogniseCodex } from './recognise.js';
import { createCodexSaved } from './saved.js';
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
  gaps: codexGaps,
  sessions: codexSessions,
};
