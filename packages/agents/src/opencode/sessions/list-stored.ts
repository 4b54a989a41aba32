import { stat } from 'node:fs/promises';
import { addUsageFigures, type UsageFigures } from '@dragoman/protocol';
import { given, numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { createBreather } from '../../sessions/breather.js';
import { latestFirst } from '../../sessions/list-sessions.js';
import {
  type ClosedSessions,
  type SessionFile,
  sessionFiles,
} from '../../sessions/session-files.js';
import type { ListOptions, SessionSummary } from '../../sessions/session-store.js';
import { isoTime } from '../iso-time.js';
import { isFromUser, modelOf } from '../saved/saved-rules.js';
import { readStepUsage } from '../usage.js';
import {
  idOfFile,
  messageFiles,
  opencodeFormat,
  partFiles,
  readObject,
  storageOf,
} from './stored-files.js';

/** The sessions that are in files, up to 1.1, those last written to first. */
export async function listStored({
  home,
  limit = Number.POSITIVE_INFINITY,
  exact = false,
  signal,
}: ListOptions): Promise<SessionSummary[]> {
  const { files, closed } = await sessionFiles(opencodeFormat.layout, { home, signal });
  const breathe = createBreather(signal);
  const summaries: SessionSummary[] = [];
  for (const session of await latestFirst([...files, ...closed], signal)) {
    if (summaries.length >= limit) break;
    const summary =
      'problem' in session ? closedSummary(session) : await summariseStored(session, exact);
    if (summary !== undefined) summaries.push(summary);
    await breathe();
  }
  return summaries;
}

function closedSummary({ path, archived, problem }: ClosedSessions): SessionSummary {
  return { id: '', path, updatedAt: new Date(0).toISOString(), bytes: 0, archived, problem };
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
  const facts = {
    startedAt: isoTime(numberAt(time, 'created')),
    cwd: textAt(info, 'directory'),
    version: textAt(info, 'version'),
    parentId: textAt(info, 'parentID'),
    ...(await readMessages(storageOf(path), id, exact)),
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
  for (const file of await messageFiles(storage, id)) {
    if (!exact && firstPrompt !== undefined && modelId !== undefined) break;
    const message = await readObject(file);
    if (textAt(message, 'role') === 'user' && (exact || firstPrompt === undefined)) {
      const words = await promptOf(storage, idOfFile(file));
      if (words !== undefined) turns += 1;
      firstPrompt ??= words;
    } else if (message !== undefined) {
      modelId ??= modelOf(message, 'modelID');
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
async function promptOf(storage: string, messageId: string): Promise<string | undefined> {
  for (const file of await partFiles(storage, messageId)) {
    const part = await readObject(file);
    if (part?.type !== 'text' || !isFromUser(part)) continue;
    return textAt(part, 'text')?.trim();
  }
  return undefined;
}
