import type { AgentInterpreter } from '../interpret/interpreter.js';
import { claudeLiveRules, createClaudeLive } from './live.js';
import { recogniseClaude } from './recognise.js';
import { claudeSavedRules, createClaudeSaved } from './saved.js';
import { claudeSessions } from './sessions.js';

/** How Claude Code is read, in both of its views. */
export const claudeInterpreter: AgentInterpreter = {
  live: createClaudeLive,
  saved: createClaudeSaved,
  recognise: recogniseClaude,
  rules: { live: claudeLiveRules, saved: claudeSavedRules },
  sessions: claudeSessions,
};
