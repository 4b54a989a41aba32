import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import { createEndsReader, type EndsReader } from '../../sessions/read-ends.js';
import type { ListOptions, SessionSummary } from '../../sessions/session-store.js';
import { withSessionFile } from '../../sessions/with-session-file.js';
import { type SessionFile, sessionFiles } from './session-files.js';
import { summariseEnds, summariseSession } from './summarise-session.js';

const HEAD_BYTES = 48 * 1024;
const TAIL_BYTES = 16 * 1024;
/** So long nobody else gets a word in. */
const MOST_BUSY_MS = 5;

/** The sessions of a CLI's folder, the latest begun first. What can't be read is listed with its problem. */
export async function listSessions({
  home,
  limit,
  exact = false,
}: ListOptions): Promise<SessionSummary[]> {
  const files = (await sessionFiles(home)).slice(0, limit);
  const ends = createEndsReader(HEAD_BYTES, TAIL_BYTES);
  const summaries: SessionSummary[] = [];
  let since = performance.now();
  for (const file of files) {
    const summary = await summarise(file, ends, exact);
    if (summary !== undefined) summaries.push(summary);
    if (performance.now() - since < MOST_BUSY_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  return summaries;
}

/** Undefined for a file that has gone since its name was read. */
async function summarise(
  file: SessionFile,
  ends: EndsReader,
  exact: boolean,
): Promise<SessionSummary | undefined> {
  try {
    const isPlain = file.path.endsWith('.jsonl');
    const summary = isPlain && !exact ? summariseEnds(ends.read(file.path), file) : undefined;
    if (summary !== undefined) return summary;
    return await withSessionFile(file.path, (open) => summariseSession(open, file, exact));
  } catch (error) {
    if (!(error instanceof DragomanError)) throw error;
    if (error.code === 'session_not_found') return undefined;
    return unreadable(file, error.message);
  }
}

/** What the name and the file system tell of a file that can't be read. */
async function unreadable(file: SessionFile, problem: string): Promise<SessionSummary> {
  const { id, path, archived, startedAt } = file;
  const stats = await stat(path).catch(() => undefined);
  const updatedAt = stats?.mtime.toISOString() ?? startedAt ?? new Date(0).toISOString();
  const began = startedAt === undefined ? {} : { startedAt };
  return { id, path, ...began, updatedAt, bytes: stats?.size ?? 0, archived, problem };
}
