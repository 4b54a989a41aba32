import type { AgentInterpreter } from '../interpret/interpreter.js';
import { createOpencodeLive, opencodeLiveRules } from './live.js';
import { recogniseOpencode } from './recognise.js';
import { createOpencodeSaved, opencodeSavedRules } from './saved.js';
import { opencodeSessions } from './sessions.js';

/** How OpenCode is understood, in both of its views. */
export const opencodeInterpreter: AgentInterpreter = {
  live: createOpencodeLive,
  saved: createOpencodeSaved,
  recognise: recogniseOpencode,
  rules: { live: opencodeLiveRules, saved: opencodeSavedRules },
  sessions: opencodeSessions,
};
