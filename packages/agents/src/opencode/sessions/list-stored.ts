import { stat } from 'node:fs/promises';
import { addUsageFigures, type UsageFigures } from '@dragoman/protocol';
import { given, numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { listFiles } from '../../sessions/list-session-files.js';
import type { SessionFile } from '../../sessions/session-files.js';
import type { ListOptions, SessionSummary } from '../../sessions/session-store.js';
import { isoTime } from '../iso-time.js';
import { promptText } from '../prompt-text.js';
import { isFromUser, modelOf } from '../saved/saved-rules.js';
import { readMessageUsage } from '../usage.js';
import {
  idOfFile,
  messageFiles,
  opencodeFormat,
  partFiles,
  readObject,
  storageOf,
} from './stored-files.js';

/** The sessions that are in files, up to 1.1, those last written to first. */
export function listStored(options: ListOptions): Promise<SessionSummary[]> {
  return listFiles(opencodeFormat, options, (file) =>
    summariseStored(file, options.exact === true),
  );
}

/** What a list shows of a session in files. Undefined when its file is gone. */
async function summariseStored(
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
  const version = textAt(info, 'version');
  const { firstPrompt, ...messages } = await readMessages(storageOf(path), id, exact);
  const facts = {
    startedAt: isoTime(numberAt(time, 'created')),
    cwd: textAt(info, 'directory'),
    version,
    parentId: textAt(info, 'parentID'),
    ...messages,
    firstPrompt: firstPrompt === undefined ? undefined : promptText(firstPrompt, version),
  };
  return Object.assign({ ...known, updatedAt }, given(facts));
}

interface MessageFacts {
  readonly firstPrompt: string | undefined;
  readonly modelId: string | undefined;
  readonly turns: number | undefined;
  readonly usage: UsageFigures | undefined;
}

/** Reads messages until prompt and model are known, or all of them for the figures. */
async function readMessages(storage: string, id: string, exact: boolean): Promise<MessageFacts> {
  let firstPrompt: string | undefined;
  let modelId: string | undefined;
  let turns = 0;
  let usage: UsageFigures | undefined;
  for (const file of messageFiles(storage, id)) {
    if (!exact && firstPrompt !== undefined && modelId !== undefined) break;
    const message = await readObject(file);
    if (textAt(message, 'role') === 'user' && (exact || firstPrompt === undefined)) {
      const prompt = await promptOf(storage, idOfFile(file));
      if (prompt !== undefined) turns += 1;
      firstPrompt ??= prompt?.words;
    } else if (message !== undefined) {
      modelId ??= modelOf(message, 'modelID');
      const spent = readMessageUsage(message);
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

/** Undefined for a message in which the user neither said nor attached anything. */
async function promptOf(
  storage: string,
  messageId: string,
): Promise<{ readonly words: string | undefined } | undefined> {
  let isPrompt = false;
  for (const file of partFiles(storage, messageId)) {
    const part = await readObject(file);
    if (part === undefined || !isFromUser(part)) continue;
    isPrompt = true;
    const words = textAt(part, 'text') ?? textAt(part, 'prompt');
    if (words !== undefined) return { words };
  }
  return isPrompt ? { words: undefined } : undefined;
}
