import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseJson } from '@dragoman/protocol';

/** A JSON file's content if it is what `isExpected` says; `undefined` if missing, torn or other. */
export async function readJsonFile<Content>(
  path: string,
  isExpected: (value: unknown) => value is Content,
): Promise<Content | undefined> {
  return contentOf(await readFile(path, 'utf8').catch(() => ''), isExpected);
}

/** The same for who can't wait. */
export function readJsonFileSync<Content>(
  path: string,
  isExpected: (value: unknown) => value is Content,
): Content | undefined {
  try {
    return contentOf(readFileSync(path, 'utf8'), isExpected);
  } catch {
    return undefined;
  }
}

function contentOf<Content>(
  text: string,
  isExpected: (value: unknown) => value is Content,
): Content | undefined {
  const parsed = parseJson(text);
  return parsed.ok && isExpected(parsed.value) ? parsed.value : undefined;
}
