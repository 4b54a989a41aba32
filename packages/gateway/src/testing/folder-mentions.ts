import type { FolderMentions } from '../cassette/workspace-of.js';

/** How the requests of tests show their folders. */
export const folderMentions: FolderMentions = {
  workspace: [/<cwd>(\/[^<\n]*)<\/cwd>/, /\b[Ww]orking directory: (\/[^\n]*)/],
  homeFolders: ['.codex', '.config/opencode'],
};
