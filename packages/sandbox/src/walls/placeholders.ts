import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject } from '@dragoman/protocol';
import { readJsonFileSync, writeJsonFile } from '../files/json-file.js';
import { statusOf } from '../files/status-of.js';
import {
  looksLikePlaceholder,
  makePlaceholder,
  type PlaceholderPath,
  removePlaceholder,
} from './placeholder-files.js';
import { createSocketFiles } from './socket-files.js';
import { type PlaceholderKind, placeholderKinds } from './wall.js';
import { withWallsLock } from './walls-lock.js';

const KINDS: ReadonlySet<unknown> = new Set(placeholderKinds);

/** An empty file, folder or socket that a sandbox needs while it exists. */
export interface Placeholder extends PlaceholderPath {
  readonly kind: PlaceholderKind;
}

/**
 * Makes placeholders where there is nothing, for the sandbox whose record is in `directory`, and says
 * which there are. Those of another sandbox on the same folder are shared: to remove one would take
 * the wall away from all that have one there. What is made is on record before it is made.
 */
export function holdPlaceholders(
  directory: string,
  wanted: readonly Placeholder[],
): Promise<readonly Placeholder[]> {
  return withWallsLock(lockOf(directory), () => {
    const others = claimsBeside(directory);
    const missing = wanted.filter((one) => isMissing(one) || others.has(keyOf(one)));
    if (missing.length === 0) return [];
    writeJsonFile(claimsFile(directory), missing);
    const sockets = createSocketFiles();
    try {
      return missing.filter(
        (one) => makePlaceholder(one, one.kind, sockets) || looksLikePlaceholder(one, one.kind),
      );
    } finally {
      sockets.close();
    }
  });
}

/** Removes those of a sandbox that no other one needs. Nothing runs in the sandbox any more. */
export async function removePlaceholders(directory: string): Promise<void> {
  if (readClaims(directory).length === 0) return;
  await withWallsLock(lockOf(directory), () => {
    const others = claimsBeside(directory);
    // Inner ones are removed first.
    for (const one of readClaims(directory).reverse()) {
      if (!others.has(keyOf(one))) removePlaceholder(one, one.kind);
    }
    writeJsonFile(claimsFile(directory), []);
  });
}

/** The placeholders of other sandboxes in the same state folder, even if their owner has died. */
export function claimsBeside(directory: string): ReadonlySet<string> {
  const all = dirname(directory);
  const others = readdirSync(all).map((name) => join(all, name));
  const claims = others.filter((path) => path !== directory).flatMap(readClaims);
  return new Set(claims.map(keyOf));
}

function readClaims(directory: string): Placeholder[] {
  return readJsonFileSync(claimsFile(directory), isClaims)?.slice() ?? [];
}

function isClaims(value: unknown): value is readonly Placeholder[] {
  return Array.isArray(value) && value.every(isClaim);
}

/** A record decides what is removed, so one that leads out of its folder is none. */
function isClaim(value: unknown): value is Placeholder {
  return (
    isJsonObject(value) &&
    typeof value.root === 'string' &&
    typeof value.path === 'string' &&
    value.path.split('/').every((name) => name !== '' && name !== '.' && name !== '..') &&
    KINDS.has(value.kind)
  );
}

function isMissing({ root, path }: PlaceholderPath): boolean {
  return statusOf(join(root, path)) === undefined;
}

function keyOf({ root, path }: PlaceholderPath): string {
  return join(root, path);
}

function claimsFile(directory: string): string {
  return join(directory, 'placeholders.json');
}

/** Beside the folder of all records. */
function lockOf(directory: string): string {
  return join(dirname(dirname(directory)), 'placeholders.lock');
}
