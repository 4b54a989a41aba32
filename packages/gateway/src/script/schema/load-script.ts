import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import type { Script } from '../script.js';
import { parseScript } from './parse-script.js';

/**
 * Reads a script from a YAML or JSON file. A script without a name of its own gets the file's.
 * Fails with `script_unreadable` or `script_invalid`.
 */
export async function loadScript(path: string): Promise<Script> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new DragomanError('script_unreadable', `Cannot read the script ${path}: ${reason}`, {
      cause,
    });
  }
  return parseScript(text, { source: path, name: basename(path, extname(path)) });
}
