import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { DragomanError, isJsonObject } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import type { Script } from '../script.js';
import { checkScript } from './define-script.js';

/**
 * Reads a script written in YAML or JSON. Every mistake is reported with its position, in one error
 * with the code `script_invalid`.
 *
 * @example await parseScript('steps:\n  - say: Hello', { source: 'hello.yaml' })
 */
export async function parseScript(
  text: string,
  options: { source?: string; name?: string } = {},
): Promise<Script> {
  // Only who reads a script needs the parser of YAML, which takes 9 MB.
  const { readScriptText } = await import('./script-text.js');
  const { source = 'script', name } = options;
  const { data, locate } = readScriptText(text, source);
  const named = isJsonObject(data) && name !== undefined ? { name, ...data } : data;
  return checkScript(named, source, locate);
}

/**
 * Reads a script from a YAML or JSON file. A script without its own name gets the file's.
 * Fails with `script_unreadable` or `script_invalid`.
 */
export async function loadScript(path: string): Promise<Script> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const reason = reasonOf(cause);
    throw new DragomanError('script_unreadable', `Cannot read the script ${path}: ${reason}.`, {
      cause,
    });
  }
  return parseScript(text, { source: path, name: basename(path, extname(path)) });
}
