import { readFileSync } from 'node:fs';
import { isJsonObject, parseJson } from '@dragoman/protocol';

/** The version of this package. */
export function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? String(parsed.value.version) : 'unknown';
}
