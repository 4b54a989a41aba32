import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseJson } from '@dragoman/protocol';
import { isOutOfResources } from '../process/out-of-resources.js';

/** A JSON file's content if it is what `isExpected` says; `undefined` if missing, torn or other. */
export async function readJsonFile<Content>(
  path: string,
  isExpected: (value: unknown) => value is Content,
): Promise<Content | undefined> {
  return contentOf(await readFile(path, 'utf8').catch(nothingIn), isExpected);
}

/** The same synchronously. */
export function readJsonFileSync<Content>(
  path: string,
  isExpected: (value: unknown) => value is Content,
): Content | undefined {
  try {
    return contentOf(readFileSync(path, 'utf8'), isExpected);
  } catch (error) {
    nothingIn(error);
    return undefined;
  }
}

/** That no file can be opened says nothing about this one: much would follow from its not being there. */
function nothingIn(error: unknown): string {
  if (isOutOfResources(error)) throw error;
  return '';
}

function contentOf<Content>(
  text: string,
  isExpected: (value: unknown) => value is Content,
): Content | undefined {
  const parsed = parseJson(text);
  return parsed.ok && isExpected(parsed.value) ? parsed.value : undefined;
}

/**
 * Writes a file that only this user can read. Whoever looks meets the old content or the new one,
 * never a half. At once, because what it says must be there before what depends on it.
 */
export function writeJsonFile(path: string, content: unknown): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
