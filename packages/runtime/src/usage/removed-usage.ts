import { appendFileSync, createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Agent, agentNames, agents } from '@dragoman/agents';
import {
  type CollectedPart,
  collectUsage,
  fromKeptPart,
  notedPart,
  toKeptPart,
} from '@dragoman/agents/internal';
import { createLineFramer, DragomanError, type Frame, parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { makeFolder } from '@dragoman/sandbox';
import { type OwnHome, ownHomes } from '../sessions/own-sessions.js';
import { isHomeIn } from '../sessions/session-home.js';
import { markUnpaid } from './unpaid-usage.js';

// What sessions used is still true when they are gone. It is kept in the state folder, one line for
// each part: figures, models, ids and folders, and nothing of what was said.

/** Where is kept what was read of sessions, so that the next time only what is new is read. */
export function usageIndexFile(cacheDirectory: string): string {
  return join(cacheDirectory, 'usage', 'index');
}

function fileIn(stateDirectory: string): string {
  return join(stateDirectory, 'usage', 'removed.ndjson');
}

/** The folders of the user whose sessions are removed. */
export interface KeepOptions {
  readonly stateDirectory: string;
  readonly cacheDirectory: string;
  /** Ends the work; it then fails with the signal's reason, and nothing is kept. */
  readonly signal?: AbortSignal | undefined;
}

/** More than the sessions of a HOME take. The size of a file costs an agent nothing. */
const MOST_BYTES = 2 * 1024 * 1024 * 1024;
/** Millions of calls in one session. */
const LONGEST_LINE_BYTES = 256 * 1024 * 1024;

/** Keeps what the sessions of a HOME used, before they are removed. */
export async function keepUsage(
  userHome: string,
  { stateDirectory, cacheDirectory, signal }: KeepOptions,
): Promise<void> {
  // What a record says may have been changed.
  if (!isHomeIn(stateDirectory, userHome)) return;
  const homes = await ownHomes({ stateDirectory });
  const own = homes.find((one) => one.userHome === userHome);
  if (own === undefined) return;
  const lines = (await partsIn(own, cacheDirectory, signal)).map(
    (part) => `${JSON.stringify(toKeptPart(part))}\n`,
  );
  if (lines.length === 0) return;
  const file = fileIn(stateDirectory);
  makeFolder(dirname(file));
  // A line that a killed process left unfinished takes none of these along.
  appendFileSync(file, `\n${lines.join('')}`, { mode: 0o600 });
}

/**
 * What its files record, call by call. A database is not asked: what was read of it before is kept, else
 * the sum that the turns of each session have noted, as of what can't be read or is too much to read.
 */
async function partsIn(
  { agent, home, entries, cwdOf, check }: OwnHome,
  cacheDirectory: string,
  signal: AbortSignal | undefined,
): Promise<CollectedPart[]> {
  const hasDatabase = agent.interpreter.usage?.query !== undefined;
  const indexFile = hasDatabase ? usageIndexFile(cacheDirectory) : undefined;
  const sources = [{ agent, home, cwdOf }];
  const recorded = await check()
    .then(() => collectUsage({ sources, indexFile, mostBytes: MOST_BYTES, signal }))
    .then(({ parts }) => parts)
    .catch((error) => {
      signal?.throwIfAborted();
      return unlessBug(error);
    });
  const isRecorded = (id: string) => recorded.some(({ session }) => session === id);
  const noted = entries.flatMap(({ sessionId, workspace, usage, modelId, updatedAt }) => {
    if (usage === undefined || isRecorded(sessionId)) return [];
    const about = { agent, home, session: sessionId, cwd: workspace, model: modelId };
    return notedPart({ ...about, time: Date.parse(updatedAt) || Date.now(), figures: usage }) ?? [];
  });
  return [...recorded, ...noted]
    .filter(({ words, counts }) => words.length + counts.length > 0)
    .map((part) => markUnpaid(part, entries));
}

/** Files that an agent has damaged are no reason to keep them. */
function unlessBug(error: unknown): readonly CollectedPart[] {
  if (error instanceof DragomanError) return [];
  throw error;
}

/** What sessions that were removed have used, and what of that can't be read. */
export async function readRemovedUsage(
  stateDirectory: string,
): Promise<{ readonly parts: readonly CollectedPart[]; readonly problems: readonly string[] }> {
  const file = fileIn(stateDirectory);
  const parts: CollectedPart[] = [];
  let damaged = 0;
  for await (const frame of framesOf(file)) {
    const json = frame.kind === 'line' ? parseJson(frame.text) : undefined;
    const part = json?.ok ? fromKeptPart(json.value, registered) : undefined;
    if (part === undefined) damaged += 1;
    else parts.push(part);
  }
  const words = `${file}, which has what removed sessions used, is damaged: ${damaged} of its lines can't be read.`;
  return { parts, problems: damaged === 0 ? [] : [words] };
}

/** One after the other: the file grows with every session that is removed, beyond what a text can be. */
async function* framesOf(file: string): AsyncGenerator<Frame, void, undefined> {
  const framer = createLineFramer({ maxLineBytes: LONGEST_LINE_BYTES });
  try {
    for await (const chunk of createReadStream(file)) yield* framer.push(chunk);
    yield* framer.flush();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

function registered(name: string): Agent | undefined {
  const known = agentNames.find((one) => one === name);
  return known === undefined ? undefined : agents[known];
}
