import type { AgentInterpreter } from '../interpret/agent-interpreter.js';
import { geminiGaps } from './gaps.js';
import { createGeminiLive } from './live.js';
import { recogniseGemini } from './recognise.js';
import { createGeminiSaved } from './saved.js';
import { geminiSessions } from './sessions.js';

/** How Gemini CLI is understood, in both of its views. */
export const geminiInterpreter: AgentInterpreter = {
  live: createGeminiLive,
  saved: createGeminiSaved,
  recognise: recogniseGemini,
  gaps: geminiGaps,
  sessions: geminiSessions,
};
