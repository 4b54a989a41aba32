import { readdirSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { createBreather } from '../../sessions/breather.js';
import { readSmallBytes, readSmallFile } from '../../sessions/open-file.js';
import type { SessionFormat } from '../../sessions/session-format.js';
import { createOpencodeSaved, entriesAt } from '../saved.js';

const NAME = /^(ses_\w+)\.json$/;

/** An export is one document. Up to 1.1, each session also has a file. */
export const opencodeFormat: SessionFormat = {
  agent: 'opencode',
  title: 'OpenCode',
  layout: {
    // On every system.
    home: ({ XDG_DATA_HOME }, userHome) =>
      join(XDG_DATA_HOME || join(userHome, '.local', 'share'), 'opencode'),
    folders: (home) => [{ path: join(home, 'storage', 'session'), archived: false }],
    // A folder for each project.
    depth: 1,
    idOf: (name) => NAME.exec(name)?.[1],
  },
  interpreter: createOpencodeSaved,
  documents: { isDocument: () => true, recordsOf },
};

/** One message at a time, so that no more than one is interpreted at once. */
function recordsOf(document: JsonObject): readonly JsonObject[] {
  const info = objectAt(document, 'info');
  if (info === undefined || !Array.isArray(document.messages)) return [document];
  return [info, ...entriesAt(document, 'messages')];
}

/** The folder of the files of all sessions, up to 1.1, by that of one: `storage/session/<project>/<id>.json`. */
export function storageOf(sessionPath: string): string {
  return dirname(dirname(dirname(sessionPath)));
}

/** The files of a session's messages, in their order: their names begin with the time. */
export function messageFiles(storage: string, sessionId: string): string[] {
  return filesIn(join(storage, 'message', sessionId));
}

/** The files of a message's parts, in their order. */
export function partFiles(storage: string, messageId: string): string[] {
  return filesIn(join(storage, 'part', messageId));
}

/** The id that a file of a message or a part is named for. */
export function idOfFile(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1, -ENDING.length);
}

const ENDING = '.json';

/** A message that has no parts has no folder for them. */
function filesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => folder + sep + name);
}

/** There are thousands of folders of few files: a thread would take longer. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What a file holds; undefined when it is gone, or was cut off. */
export async function readObject(path: string): Promise<JsonObject | undefined> {
  const text = readSmallFile(path);
  const parsed = text === undefined ? undefined : parseJson(text);
  return parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : undefined;
}

const STORED = /[\\/]storage[\\/]session[\\/][^\\/]+[\\/]ses_\w+\.json$/;

/** Whether a file is that of a session whose messages are in other files. */
export function isStored(path: string): boolean {
  return STORED.test(path);
}

/**
 * A session of which every part is its own file, as the document that `opencode export` would
 * print. A file that can't be read leaves an entry that nobody understands.
 */
export async function readStoredSession(path: string, signal?: AbortSignal): Promise<JsonObject> {
  const info = await readObject(path);
  const id = textAt(info, 'id');
  if (info === undefined || id === undefined) {
    throw new DragomanError('session_unreadable', `${path} is no session of OpenCode.`);
  }
  const breathe = createBreather(signal);
  const storage = storageOf(path);
  const messages: JsonObject[] = [];
  for (const file of messageFiles(storage, id)) {
    const parts: JsonObject[] = [];
    for (const partFile of partFiles(storage, idOfFile(file))) {
      parts.push((await readObject(partFile)) ?? { unreadable: partFile });
      await breathe();
    }
    const message = await readObject(file);
    messages.push(message === undefined ? { unreadable: file } : { info: message, parts });
  }
  return { info, messages };
}

/** Whether any file of a session may hold something, by its bytes. What is no session may. */
export async function storedMayHold(
  path: string,
  isIn: (bytes: Buffer) => boolean,
  signal?: AbortSignal,
): Promise<boolean> {
  const holds = (file: string): boolean => {
    const bytes = readSmallBytes(file);
    return bytes !== undefined && isIn(bytes);
  };
  const id = textAt(await readObject(path), 'id');
  if (id === undefined || holds(path)) return true;
  const breathe = createBreather(signal);
  const storage = storageOf(path);
  for (const file of messageFiles(storage, id)) {
    if (holds(file) || partFiles(storage, idOfFile(file)).some(holds)) return true;
    await breathe();
  }
  return false;
}
