import { findUsageFiles } from '../usage/session-units.js';
import type { UsageFormat } from '../usage/usage-format.js';
import { geminiLayout } from './sessions/layout.js';
import { createGeminiUsageReader } from './usage-reader.js';

/** Sessions and sub-agents of Gemini CLI: files of lines, up to 0.38 documents. */
export const geminiUsage: UsageFormat = {
  find: ({ home, ...options }) =>
    findUsageFiles({
      ...options,
      folders: geminiLayout.folders(home).map(({ path }) => path),
      depth: geminiLayout.depth,
      isWanted: (name, path) => geminiLayout.idOf(name, path) !== undefined,
      isDocument: (name) => name.endsWith('.json'),
      cwdOf: geminiLayout.workspaceOf,
    }),
  createReader: createGeminiUsageReader,
};
