import { findUsageFiles } from '../usage/session-units.js';
import type { UsageFormat } from '../usage/usage-format.js';
import { codexSessionFormat } from './sessions.js';
import { createCodexUsageReader } from './usage-reader.js';

const { layout } = codexSessionFormat;

/** Every session and every sub-agent of Codex has a file. */
export const codexUsage: UsageFormat = {
  find: ({ home, ...options }) =>
    findUsageFiles({
      ...options,
      folders: layout.folders(home).map(({ path }) => path),
      depth: layout.depth,
      isWanted: (name, path) => layout.idOf(name, path) !== undefined,
    }),
  createReader: createCodexUsageReader,
};
