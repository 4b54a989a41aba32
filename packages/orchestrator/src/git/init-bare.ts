import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectFormat } from '../contract.js';
import type { Git } from './run-git.js';

export interface BareRepository {
  readonly directory: string;
  readonly objectFormat: ObjectFormat;
  /** Folders with objects that it has without a copy. */
  readonly alternates?: readonly string[];
  /** Where history is cut off, as git keeps it. */
  readonly shallow?: string | undefined;
  /** Each line a ref, as git keeps them. */
  readonly packedRefs?: string;
}

/** Makes a bare repository with nothing in it that git brings along, such as sample hooks. */
export async function initBare(git: Git, repository: BareRepository): Promise<void> {
  const { directory, alternates = [], shallow, packedRefs } = repository;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const format = `--object-format=${repository.objectFormat}`;
  await git.run({ args: ['init', '--bare', '--quiet', '--template=', format, '--', directory] });
  if (alternates.length > 0) {
    writeFileSync(join(directory, 'objects/info/alternates'), alternatesFile(alternates));
  }
  if (shallow !== undefined) writeFileSync(join(directory, 'shallow'), shallow);
  if (packedRefs !== undefined) appendFileSync(join(directory, 'packed-refs'), packedRefs);
}

/** One path a line. Quoted, since a path may begin with `#` or have a line break. */
export function alternatesFile(paths: readonly string[]): string {
  return paths.map((path) => `${quotedPath(path)}\n`).join('');
}

/** A path as git writes and reads it between quotes: each byte that isn't plain by its number. */
export function quotedPath(path: string | Buffer): string {
  let text = '';
  for (const byte of Buffer.from(path)) {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    text += isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `"${text}"`;
}
