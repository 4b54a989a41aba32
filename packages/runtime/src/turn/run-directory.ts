import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const RUN_DIRECTORY_PREFIX = 'dragoman-';

/** What fits a unix socket's address everywhere, without the name of the socket itself. */
const LONGEST_PATH = 103 - '/gateway.sock'.length;

/** The path of a folder for a turn's sockets: short, because theirs must be. */
export function runDirectoryOf(turnId: string): string {
  const name = `${RUN_DIRECTORY_PREFIX}${turnId}`;
  const usual = join(tmpdir(), name);
  return Buffer.byteLength(usual) <= LONGEST_PATH ? usual : join('/tmp', name);
}

/** Only this user may enter it. It must not have been there: others can write beside it. */
export function makeRunDirectory(path: string): void {
  mkdirSync(path, { mode: 0o700 });
}
