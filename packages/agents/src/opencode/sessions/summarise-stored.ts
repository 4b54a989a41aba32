import { stat } from 'node:fs/promises';
import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import { given } from '../../interpret/given.js';
import { numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import type { SessionFile } from '../../sessions/session-files.js';
import type { SessionSummary } from '../../sessions/session-store.js';
import { isoTime } from '../iso-time.js';
import { hasOwnWords } from '../saved/own-words.js';
import { readStepUsage } from '../usage/read-step-usage.js';
import { idOfFile, messageFiles, partFiles, readObject, storageOf } from './storage-folder.js';

/** What a list shows of a session that lies in files. Undefined when its file has gone. */
export async function summariseStored(
  { id, path, archived }: SessionFile,
  exact: boolean,
): Promise<SessionSummary | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  const known = { id, path, updatedAt: stats.mtime.toISOString(), bytes: stats.size, archived };
  const info = await readObject(path);
  if (info === undefined) return { ...known, problem: 'The file holds no JSON object.' };
  const time = objectAt(info, 'time');
  const updatedAt = isoTime(numberAt(time, 'updated')) ?? known.updatedAt;
  const facts = await readMessages(storageOf(path), id, exact);
  const told = {
    startedAt: isoTime(numberAt(time, 'created')),
    cwd: textAt(info, 'directory'),
    version: textAt(info, 'version'),
    parentId: textAt(info, 'parentID'),
    ...facts,
  };
  return Object.assign({ ...known, updatedAt }, given(told));
}

interface MessageFacts {
  readonly firstPrompt: string | undefined;
  readonly modelId: string | undefined;
  readonly turns: number | undefined;
  readonly usage: UsageFigures | undefined;
}

/** As many messages as it takes, or all of them for the figures. */
async function readMessages(storage: string, id: string, exact: boolean): Promise<MessageFacts> {
  let firstPrompt: string | undefined;
  let modelId: string | undefined;
  let turns = 0;
  let usage: UsageFigures | undefined;
  for (const file of await messageFiles(storage, id)) {
    if (!exact && firstPrompt !== undefined && modelId !== undefined) break;
    const message = await readObject(file);
    if (textAt(message, 'role') === 'user' && (exact || firstPrompt === undefined)) {
      const words = await ownWordsOf(storage, idOfFile(file));
      if (words !== undefined) turns += 1;
      firstPrompt ??= words;
    } else if (message !== undefined) {
      modelId ??= modelOf(message);
      const spent = readStepUsage(message);
      if (spent !== undefined) usage = addUsageFigures(usage, spent);
    }
  }
  return {
    firstPrompt,
    modelId,
    turns: exact ? turns : undefined,
    usage: exact ? usage : undefined,
  };
}

/** The first thing in a message that the user said. */
async function ownWordsOf(storage: string, messageId: string): Promise<string | undefined> {
  for (const file of await partFiles(storage, messageId)) {
    const part = await readObject(file);
    if (part?.type !== 'text' || !hasOwnWords(part)) continue;
    return textAt(part, 'text')?.trim();
  }
  return undefined;
}

function modelOf(message: JsonObject): string | undefined {
  const provider = textAt(message, 'providerID');
  const model = textAt(message, 'modelID');
  return provider === undefined || model === undefined ? undefined : `${provider}/${model}`;
}
