import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentVersion } from '../agent-version.js';

/** What an install is at. */
export interface InstallProgress extends Pick<AgentVersion, 'name' | 'version'> {
  /**
   * `waiting`: another process is installing the same version. `replacing`: what is there was found
   * damaged. `done` comes after a new install only.
   */
  readonly phase: 'waiting' | 'replacing' | 'downloading' | 'verifying' | 'done';
  /** How much has been unpacked so far. */
  readonly bytes: number;
}

const INTERVAL_MS = 500;

/** Reports the size of a growing folder until the result is called. */
export function watchSize(directory: string, report: (bytes: number) => void): () => void {
  let measuring = false;
  const timer = setInterval(async () => {
    if (measuring) return;
    measuring = true;
    const bytes = await sizeOf(directory);
    measuring = false;
    if (timer.hasRef()) report(bytes);
  }, INTERVAL_MS);
  return () => clearInterval(timer.unref());
}

/** What can't be read, because npm moves it just now, counts for nothing. */
async function sizeOf(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return sizeOf(path);
    return entry.isFile()
      ? stat(path).then(
          (status) => status.size,
          () => 0,
        )
      : 0;
  });
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}
