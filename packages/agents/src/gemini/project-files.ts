import type { ProjectFileTable } from '../version-support.js';
import { ignoresEnvSince } from './command/settings.js';

/**
 * What Gemini CLI can't be kept from. In a folder that it doesn't trust it leaves `.gemini` alone, but
 * then it starts no tool server, edits nothing and reads no `GEMINI.md`, either.
 */
export const geminiProjectFiles: ProjectFileTable = {
  '.gemini': {},
  '.env': { before: ignoresEnvSince },
};
