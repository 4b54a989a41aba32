import { readFile } from 'node:fs/promises';
import { parseJson } from '@dragoman/protocol';

/** A JSON file's content if it is what `isExpected` says; `undefined` if missing, torn or other. */
export async function readJsonFile<Content>(
  path: string,
  isExpected: (value: unknown) => value is Content,
): Promise<Content | undefined> {
  const parsed = parseJson(await readFile(path, 'utf8').catch(() => ''));
  return parsed.ok && isExpected(parsed.value) ? parsed.value : undefined;
}
