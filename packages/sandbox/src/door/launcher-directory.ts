import { dirname } from 'node:path';
import { builtFile } from '../files/built-file.js';

/** The launcher's file in its folder. */
export const launcherName = 'launcher.mjs';

/** The folder with the launcher as it was built, which is bound into sandboxes. */
export function launcherDirectory(): string {
  return dirname(builtFile(import.meta.url, launcherName));
}
