import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The launcher's file in its folder. */
export const launcherName = 'launcher.mjs';

/**
 * The folder with the launcher as it was built, which is bound into sandboxes: that of this file, or,
 * when this is run from its source, that of the build.
 */
export function launcherDirectory(): string {
  const own = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(own, launcherName)) ? own : join(own, '..', '..', 'dist', 'door');
}
