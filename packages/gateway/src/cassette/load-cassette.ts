import { readFile } from 'node:fs/promises';
import { DragomanError, errorMessage, parseJson } from '@dragoman/protocol';
import { readPath } from '../json/read-path.js';
import { CASSETTE_VERSION, type Cassette, cassetteSchema } from './cassette.js';

/** Reads a cassette from a file and checks all of it. */
export async function loadCassette(path: string): Promise<Cassette> {
  // Some editors begin a file with a byte order mark.
  const json = parseJson((await readText(path)).replace(/^\ufeff/, ''));
  if (!json.ok) throw invalid(path, 'it is not JSON, or was cut off', json.error);
  const version = readPath(json.value, 'cassette');
  if (typeof version === 'number' && version !== CASSETTE_VERSION) {
    throw invalid(path, `it has version ${version}, and this program reads ${CASSETTE_VERSION}`);
  }
  const parsed = cassetteSchema.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(path, `${issue?.path.join('.') || 'top level'}: ${issue?.message}`, parsed.error);
  }
  return parsed.data;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const reason = errorMessage(cause);
    throw new DragomanError('cassette_not_found', `Cannot read the cassette ${path}: ${reason}`, {
      cause,
    });
  }
}

function invalid(path: string, reason: string, cause?: unknown): DragomanError {
  return new DragomanError('cassette_invalid', `${path} is no usable cassette: ${reason}.`, {
    cause,
  });
}
