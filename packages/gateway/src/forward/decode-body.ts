import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The stream that unpacks a body that an upstream packed although it was asked not to. `undefined`
 * means there is nothing to unpack, `'unknown'` that this gateway cannot.
 */
export function createBodyDecoder(encoding: string | undefined): Transform | undefined | 'unknown' {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  return DECODERS.get(name)?.() ?? 'unknown';
}
