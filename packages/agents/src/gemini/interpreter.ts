import type { AgentInterpreter } from '../interpret/interpreter.js';
import { createGeminiLive, geminiLiveRules } from './live.js';
import { recogniseGemini } from './recognise.js';
import { createGeminiSaved, geminiSavedRules } from './saved.js';
import { geminiSessions } from './sessions.js';

/** How Gemini CLI is understood, in both of its views. */
export const geminiInterpreter: AgentInterpreter = {
  live: createGeminiLive,
  saved: createGeminiSaved,
  recognise: recogniseGemini,
  rules: { live: geminiLiveRules, saved: geminiSavedRules },
  sessions: geminiSessions,
};
