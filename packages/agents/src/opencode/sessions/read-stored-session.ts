import { DragomanError, type JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import { createBreather } from '../../sessions/breather.js';
import { idOfFile, messageFiles, partFiles, readObject, storageOf } from './storage-folder.js';

/**
 * A session of which every part is a file of its own, as the document that `opencode export` would
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
  for (const file of await messageFiles(storage, id)) {
    const parts: JsonObject[] = [];
    for (const partFile of await partFiles(storage, idOfFile(file))) {
      parts.push((await readObject(partFile)) ?? { unreadable: partFile });
      await breathe();
    }
    const message = await readObject(file);
    messages.push(message === undefined ? { unreadable: file } : { info: message, parts });
  }
  return { info, messages };
}
