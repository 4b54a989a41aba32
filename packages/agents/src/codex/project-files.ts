import type { ProjectFileTable } from '../version-support.js';

/**
 * Older versions know no settings of projects; newer ones take them only from folders that are
 * trusted. Between them some start a project's tool servers and notifiers (0.80), and some let its
 * rules take commands out of their sandbox (0.92), trusted or not.
 */
export const codexProjectFiles: ProjectFileTable = {
  '.codex': { since: '0.78.0', before: '0.98.0' },
};
