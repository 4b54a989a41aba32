import { createSessionStore } from '../sessions/create-session-store.js';
import type { SessionFormat } from '../sessions/session-format.js';
import type { SessionStore } from '../sessions/session-store.js';
import { createGeminiSaved } from './saved.js';
import { geminiCopies, geminiLayout } from './sessions/layout.js';

/** The format of the session files of Gemini CLI. */
const FORMAT: SessionFormat = {
  agent: 'gemini',
  title: 'Gemini CLI',
  layout: geminiLayout,
  interpreter: createGeminiSaved,
  copies: geminiCopies,
  documents: {
    isDocument: (name) => name.endsWith('.json'),
    recordsOf: (document) => [document],
  },
};

/** The sessions that Gemini CLI keeps. */
export const geminiSessions: SessionStore = createSessionStore(FORMAT);
