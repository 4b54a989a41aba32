import type { AgentInterpreter } from '../interpret/agent-interpreter.js';
import { claudeGaps } from './gaps.js';
import { createClaudeLive } from './live.js';
import { recogniseClaude } from './recognise.js';
import { createClaudeSaved } from './saved.js';
import { claudeSessions } from './sessions.js';

/** How Claude Code is understood, in both of its views. */
export const claudeInterpreter: AgentInterpreter = {
  live: createClaudeLive,
  saved: createClaudeSaved,
  recognise: recogniseClaude,
  gaps: claudeGaps,
  sessions: claudeSessions,
};
