import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { readSmallFile } from '../../sessions/read-small-file.js';

/** The folder that the files of all sessions lie in, up to 1.1. */
export function storageFolder(home: string): string {
  return join(home, 'storage');
}

/** The same by the file of a session, `storage/session/<project>/<id>.json`. */
export function storageOf(sessionPath: string): string {
  return dirname(dirname(dirname(sessionPath)));
}

/** The files of a session's messages, in their order: their names begin with the time. */
export function messageFiles(storage: string, sessionId: string): Promise<string[]> {
  return filesIn(join(storage, 'message', sessionId));
}

/** The files of a message's parts, in their order. */
export function partFiles(storage: string, messageId: string): Promise<string[]> {
  return filesIn(join(storage, 'part', messageId));
}

/** The id that a file of a message or a part is named for. */
export function idOfFile(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1, -ENDING.length);
}

const ENDING = '.json';

/** A message that has no parts has no folder for them. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => join(folder, name));
}

/** What a file holds; undefined when it is gone, or was cut off. */
export async function readObject(path: string): Promise<JsonObject | undefined> {
  const text = readSmallFile(path);
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : undefined;
}

const STORED = /[\\/]storage[\\/]session[\\/][^\\/]+[\\/]ses_\w+\.json$/;

/** Whether a file is that of a session, of which the messages lie elsewhere. */
export function isStored(path: string): boolean {
  return STORED.test(path);
}
