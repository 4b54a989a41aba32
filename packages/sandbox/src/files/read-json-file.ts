import { readFileSync } from 'node:fs';
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

/** The same for who can't wait. */
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
