import type { Cassette } from './cassette.js';
import { openCassetteFile } from './cassette-file.js';

/**
 * Writes a cassette to a file that only this user can read. The file is either the old one or the
 * whole new one, whatever happens in between. For a turn that is still to come, see `openCassetteFile`.
 */
export async function saveCassette(path: string, cassette: Cassette): Promise<void> {
  const file = await openCassetteFile(path);
  await file.save(cassette).finally(() => file.close());
}
