import { stat } from 'node:fs/promises';
import { DragomanError } from '@dragoman/protocol';
import { createBreather } from '../../sessions/breather.js';
import { latestFirst } from '../../sessions/latest-first.js';
import { createEndsReader, type EndsReader } from '../../sessions/read-ends.js';
import type { ListOptions, SessionSummary } from '../../sessions/session-store.js';
import { withSessionFile } from '../../sessions/with-session-file.js';
import {
  type SessionFile,
  type SessionFilesOptions,
  sessionFiles,
  startOfName,
} from './session-files.js';
import { summariseEnds, summariseSession } from './summarise-session.js';

const HEAD_BYTES = 48 * 1024;
const TAIL_BYTES = 16 * 1024;

/**
 * The sessions of a CLI's folder, those last written to first; no more files are opened than are
 * listed. What can't be read is listed with its problem.
 */
export async function listSessions(
  { home, limit = Number.POSITIVE_INFINITY, exact = false, signal }: ListOptions,
  readFolder?: SessionFilesOptions['readFolder'],
): Promise<SessionSummary[]> {
  const { files, closed } = await sessionFiles({ home, signal, readFolder });
  const ends = createEndsReader(HEAD_BYTES, TAIL_BYTES);
  const breathe = createBreather(signal);
  const summaries: SessionSummary[] = [];
  for (const place of await latestFirst([...files, ...closed], signal)) {
    if (summaries.length >= limit) break;
    const summary =
      'problem' in place
        ? await unreadable({ ...place, id: '' }, place.problem)
        : await summarise(place, ends, exact, signal);
    if (summary !== undefined) summaries.push(summary);
    await breathe();
  }
  return summaries;
}

/** Undefined for a file that has gone since its name was read. */
async function summarise(
  file: SessionFile,
  ends: EndsReader,
  exact: boolean,
  signal: AbortSignal | undefined,
): Promise<SessionSummary | undefined> {
  try {
    const isPlain = file.path.endsWith('.jsonl');
    const summary = isPlain && !exact ? summariseEnds(ends.read(file.path), file) : undefined;
    if (summary !== undefined) return summary;
    return await withSessionFile(file.path, (open) => summariseSession(open, file, exact), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof DragomanError)) throw error;
    if (error.code === 'session_not_found') return undefined;
    return unreadable(file, error.message);
  }
}

/** What the name and the file system tell of what can't be read. */
async function unreadable(file: SessionFile, problem: string): Promise<SessionSummary> {
  const { id, path, name, archived } = file;
  const startedAt = startOfName(name);
  const stats = await stat(path).catch(() => undefined);
  const updatedAt = stats?.mtime.toISOString() ?? startedAt ?? new Date(0).toISOString();
  const began = startedAt === undefined ? {} : { startedAt };
  return { id, path, ...began, updatedAt, bytes: stats?.size ?? 0, archived, problem };
}
