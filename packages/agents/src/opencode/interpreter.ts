import type { AgentInterpreter } from '../interpret/agent-interpreter.js';
import { opencodeGaps } from './gaps.js';
import { createOpencodeLive } from './live.js';
import { recogniseOpencode } from './recognise.js';
import { createOpencodeSaved } from './saved.js';
import { opencodeSessions } from './sessions.js';

/** How OpenCode is understood, in both of its views. */
export const opencodeInterpreter: AgentInterpreter = {
  live: createOpencodeLive,
  saved: createOpencodeSaved,
  recognise: recogniseOpencode,
  gaps: opencodeGaps,
  sessions: opencodeSessions,
};
