import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import type { Cassette } from './cassette.js';

/**
 * Writes a cassette to a file that only this user can read. The file is either the old one or the
 * whole new one, whatever happens in between.
 */
export async function saveCassette(path: string, cassette: Cassette): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(cassette, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    const reason = errorMessage(cause);
    throw new DragomanError('cassette_not_saved', `Cannot save the cassette ${path}: ${reason}`, {
      cause,
    });
  }
}
