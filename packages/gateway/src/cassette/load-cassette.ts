import { readFile } from 'node:fs/promises';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { parseJson } from '../json/parse-json.js';
import { readPath } from '../json/read-path.js';
import { CASSETTE_VERSION, type Cassette, cassetteSchema } from './cassette.js';

/** Reads a cassette from a file and checks all of it. */
export async function loadCassette(path: string): Promise<Cassette> {
  const json = parseJson(await readText(path));
  if (json === undefined) throw invalid(path, 'it is not JSON, or was cut off');
  const version = readPath(json, 'cassette');
  if (typeof version === 'number' && version !== CASSETTE_VERSION) {
    throw invalid(path, `it has version ${version}, and this program reads ${CASSETTE_VERSION}`);
  }
  const parsed = cassetteSchema.safeParse(json);
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
