import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@dragoman/sandbox';

/** What the files of a turn take before it says its first word. */
const NEEDED = Buffer.alloc(64 * 1024, ' ');
/** Anybody may ask whether the server is ready, as often as they like. */
const KNOWN_MS = 1000;

/**
 * Whether what a turn needs can be written in a folder: by writing it, since a file system may have space
 * and refuse it all the same (quotas, a lack of inodes, a disk that is read-only).
 */
export function createDiskSpaceCheck(folder: string): () => Promise<void> {
  let latest: { readonly at: number; readonly checked: Promise<void> } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now - latest.at > KNOWN_MS) {
      latest = { at: now, checked: checkDiskSpace(folder) };
    }
    return latest.checked;
  };
}

async function checkDiskSpace(folder: string): Promise<void> {
  makeFolder(folder);
  // Always the same: one that a killed server leaves is the next one's. Servers may write it together.
  const path = join(folder, 'disk-space');
  try {
    await writeFile(path, NEEDED, { mode: 0o600 });
  } finally {
    await rm(path, { force: true });
  }
}
