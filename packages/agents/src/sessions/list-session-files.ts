import { type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { createBreather } from './breather.js';
import { createEndsReader, type EndsReader, type OpenFile } from './open-file.js';
import { type SessionFile, type SessionFilesOptions, sessionFiles } from './session-files.js';
import type { SessionFormat } from './session-format.js';
import type { ListOptions, SessionSummary, SummariseOptions } from './session-store.js';
import { type PartsBudget, summariseEnds, summariseSession } from './summarise-session.js';
import { withSessionFile } from './with-session-file.js';

const HEAD_BYTES = 48 * 1024;
const TAIL_BYTES = 16 * 1024;

/** The sessions of a CLI's folder, by the beginning and the end of their files where those say enough. */
export function listSessionFiles(
  format: SessionFormat,
  options: ListOptions,
  readFolder?: SessionFilesOptions['readFolder'],
): Promise<SessionSummary[]> {
  const { exact = false, brief = false, signal } = options;
  const { partBytes = Number.POSITIVE_INFINITY } = options;
  const budget = exact ? { left: partBytes } : undefined;
  const ends = createEndsReader(HEAD_BYTES, TAIL_BYTES);
  const summariseFile = (file: SessionFile) =>
    brief ? briefly(file, format) : summarise(file, format, ends, { budget, signal });
  return listFiles(format, { ...options, readFolder }, summariseFile);
}

/** What a list shows of some session files, in their order. One that is gone is left out. */
export async function summariseFiles(
  format: SessionFormat,
  paths: readonly string[],
  { exact = false, partBytes = Number.POSITIVE_INFINITY, signal }: SummariseOptions,
): Promise<SessionSummary[]> {
  const budget = exact ? { left: partBytes } : undefined;
  const ends = createEndsReader(HEAD_BYTES, TAIL_BYTES);
  const breathe = createBreather(signal);
  const summaries: SessionSummary[] = [];
  for (const path of paths) {
    const name = basename(path);
    const file = { path, name, id: format.layout.idOf(name, path) ?? name, archived: false };
    const summary = await summarise(file, format, ends, { budget, signal });
    if (summary !== undefined) summaries.push(summary);
    await breathe();
  }
  return summaries;
}

/**
 * The sessions of a CLI's folder, those last written to first; no more files are opened than are
 * listed. What can't be read is listed with its problem.
 *
 * @param summariseFile gives undefined for a file that has gone since its name was read.
 */
export async function listFiles(
  format: SessionFormat,
  { limit = Number.POSITIVE_INFINITY, ...options }: ListOptions & SessionFilesOptions,
  summariseFile: (file: SessionFile) => Promise<SessionSummary | undefined>,
): Promise<SessionSummary[]> {
  const { signal } = options;
  const { files, closed } = await sessionFiles(format.layout, options);
  const breathe = createBreather(signal);
  const summaries: SessionSummary[] = [];
  for (const entry of await latestFirst([...files, ...closed], signal)) {
    if (summaries.length >= limit) break;
    const summary =
      'problem' in entry
        ? await unreadable({ ...entry, id: '' }, format, entry.problem)
        : await summariseFile(entry);
    if (summary !== undefined) summaries.push(summary);
    await breathe();
  }
  return summaries;
}

interface SummaryOptions {
  /** Absent: only what the ends of files say. */
  readonly budget: PartsBudget | undefined;
  readonly signal: AbortSignal | undefined;
}

async function summarise(
  file: SessionFile,
  format: SessionFormat,
  ends: EndsReader,
  { budget, signal }: SummaryOptions,
): Promise<SessionSummary | undefined> {
  try {
    const isPlain = file.path.endsWith('.jsonl');
    const summary =
      isPlain && budget === undefined
        ? summariseEnds(ends.read(file.path), file, format)
        : undefined;
    if (summary !== undefined) return summary;
    const read = (open: OpenFile) => summariseSession(open, file, format, budget);
    return await withSessionFile(file.path, read, signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof DragomanError)) throw error;
    if (error.code === 'session_not_found') return undefined;
    return unreadable(file, format, error.message);
  }
}

/** What the name and the file system say about what can't be read. */
async function unreadable(
  file: SessionFile,
  format: SessionFormat,
  problem: string,
): Promise<SessionSummary> {
  return { ...(await briefly(file, format)), problem };
}

/** What the name and the file system say. */
async function briefly(
  { id, path, name, archived }: SessionFile,
  { layout }: SessionFormat,
): Promise<SessionSummary> {
  const startedAt = layout.startOf?.(name);
  const stats = statsOf(path);
  const updatedAt = stats?.mtime.toISOString() ?? startedAt ?? new Date(0).toISOString();
  const began = startedAt === undefined ? {} : { startedAt };
  return { id, path, ...began, updatedAt, bytes: stats?.size ?? 0, archived };
}

interface Named {
  readonly path: string;
  readonly name: string;
}

interface Dated<Of> {
  readonly entry: Of;
  readonly modified: number;
}

/**
 * Files and folders, those last written to first, of equal ones the last by name. A session that is
 * resumed keeps its name, so only its time shows that it is the latest; that takes some
 * microseconds each.
 */
async function latestFirst<Of extends Named>(
  entries: readonly Of[],
  signal?: AbortSignal,
): Promise<Of[]> {
  const breathe = createBreather(signal);
  const dated: Dated<Of>[] = [];
  for (const entry of entries) {
    dated.push({ entry, modified: modifiedAt(entry.path) });
    await breathe();
  }
  return dated.sort(compare).map(({ entry }) => entry);
}

/** What has no time comes last. */
function modifiedAt(path: string): number {
  return statsOf(path)?.mtimeMs ?? 0;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function compare(left: Dated<Named>, right: Dated<Named>): number {
  if (left.modified !== right.modified) return right.modified - left.modified;
  if (left.entry.name === right.entry.name) return 0;
  return left.entry.name < right.entry.name ? 1 : -1;
}
