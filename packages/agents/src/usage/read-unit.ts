import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { createBreather } from '../sessions/breather.js';
import { garbage, isGarbage } from '../sessions/garbage-file.js';
import { readLineRuns } from '../sessions/line-runs.js';
import { type OpenFile, readShortFile, textOf } from '../sessions/open-file.js';
import type { StoreOptions } from '../sessions/session-store.js';
import { withSessionFile } from '../sessions/with-session-file.js';
import { hashOf, isFresh, type UnitStatus } from './unit-status.js';
import type { UsageFormat, UsageReader, UsageSink, UsageUnit } from './usage-format.js';
import type { CountAfter, ReadProgress, ReadUnit, UsagePart } from './usage-part.js';
import { createUsageRows, type UsageRows } from './usage-rows.js';

const HEAD_BYTES = 1024;
const TAIL_BYTES = 4096;
export interface ReadUnitOptions extends StoreOptions {
  readonly format: UsageFormat;
  readonly unit: UsageUnit;
  readonly status: UnitStatus;
  /** What was read of it before. */
  readonly earlier?: ReadUnit | undefined;
}

/** Reads a unit: what is new in a file of lines, anything else from its beginning. */
export async function readUnit(options: ReadUnitOptions): Promise<ReadUnit> {
  const { unit, status, format } = options;
  const { stamp } = status;
  const about = { path: unit.path, stamp, isFresh: isFresh(status.changed) };
  switch (unit.kind) {
    case 'lines':
      return { ...about, ...(await readLinesUnit(options)) };
    case 'documents':
      return { ...about, ...(await readDocuments(options)) };
    case 'database':
      return { ...about, parts: await queryParts(format, unit, options) };
    default:
      return unit.kind satisfies never;
  }
}

/** Whether a file that looks the same still ends as it did when it was read. */
export function endsAsBefore(unit: UsageUnit, { progress }: ReadUnit): Promise<boolean> {
  if (progress === undefined) return Promise.resolve(true);
  return withSessionFile(
    unit.path,
    async (file) => (await endsOf(file, progress.readTo)) === progress.ends,
  );
}

function readLinesUnit({
  unit,
  format,
  status,
  earlier,
  signal,
}: ReadUnitOptions): Promise<Pick<ReadUnit, 'parts' | 'progress' | 'problems'>> {
  return withSessionFile(
    unit.path,
    async (file) => {
      const before = await continued(file, status, earlier);
      const part = before === undefined ? undefined : earlier?.parts[0];
      const reader = format.createReader(
        before === undefined ? undefined : structuredClone(before.state),
      );
      const rows = createUsageRows(part?.words, part?.models);
      const counts: CountAfter[] = [...(part?.counts ?? [])];
      const readTo = await readFrom(file, before?.readTo ?? 0, reader, createSink(rows, counts));
      const progress = {
        readTo,
        inode: status.inode,
        state: reader.state(),
        ends: await endsOf(file, readTo),
      };
      const isEmpty = rows.count === 0 && counts.length === 0;
      const problems =
        isEmpty && (await isGarbage(file)) ? [garbage(unit.path).message] : undefined;
      return { parts: [toPart(reader, rows, counts, unit)], progress, problems };
    },
    signal,
  );
}

/** Where to go on in a file that has only grown. */
async function continued(
  file: OpenFile,
  { inode }: UnitStatus,
  earlier: ReadUnit | undefined,
): Promise<ReadProgress | undefined> {
  const progress = progressIn({ bytes: file.bytes, inode }, earlier);
  if (progress === undefined) return undefined;
  return (await endsOf(file, progress.readTo)) === progress.ends ? progress : undefined;
}

/** How far a file was read that, from outside, has only grown. */
function progressIn(
  { bytes, inode }: Pick<UnitStatus, 'bytes' | 'inode'>,
  earlier: ReadUnit | undefined,
): ReadProgress | undefined {
  const { progress } = earlier ?? {};
  return progress?.inode === inode && progress.readTo < bytes ? progress : undefined;
}

/** How much of a unit is still to be read. */
export function unreadBytes(status: UnitStatus, earlier: ReadUnit | undefined): number {
  return status.bytes - (progressIn(status, earlier)?.readTo ?? 0);
}

/** Reads lines from a position on; gives where to go on: behind all but a last line that is incomplete. */
function readFrom(
  file: OpenFile,
  from: number,
  reader: UsageReader,
  sink: UsageSink,
): Promise<number> {
  return readLineRuns(file, from, (run, isTerminated) => {
    if (!isTerminated && parsed(run.toString()) === undefined) return false;
    reader.findLines(run, (start, end) => {
      const line = run.toString('utf8', start, end);
      const record = reader.quickly?.(line) ?? parsed(line);
      if (record !== undefined) reader.read(record, sink);
    });
    return true;
  });
}

function parsed(line: string): JsonObject | undefined {
  const result = parseJson(line);
  return result.ok && isJsonObject(result.value) ? result.value : undefined;
}

async function readDocuments({
  unit,
  format,
  signal,
}: ReadUnitOptions): Promise<Pick<ReadUnit, 'parts' | 'problems'>> {
  const reader = format.createReader();
  const rows = createUsageRows();
  const counts: CountAfter[] = [];
  const sink = createSink(rows, counts);
  const breathe = createBreather(signal);
  const problems: string[] = [];
  for (const path of unit.files) {
    await breathe();
    // A session may have thousands of files, of which opening each takes longer than reading it.
    const text = readShortFile(path)?.toString() ?? (await withSessionFile(path, textOf, signal));
    const record = parsed(text);
    if (record !== undefined) reader.read(record, sink);
    else if (text.trim() !== '') problems.push(garbage(path).message);
  }
  return {
    parts: [toPart(reader, rows, counts, unit)],
    problems: problems.length === 0 ? undefined : problems,
  };
}

function createSink(rows: UsageRows, counts: CountAfter[]): UsageSink {
  return {
    call: rows.add,
    count: (count) => counts.push({ after: rows.count, count }),
  };
}

function toPart(
  reader: UsageReader,
  rows: UsageRows,
  counts: readonly CountAfter[],
  unit: UsageUnit,
): UsagePart {
  const { id, cwd } = reader.session();
  return {
    session: id ?? unit.path,
    cwd,
    models: rows.models,
    words: rows.words().slice(),
    counts,
  };
}

/** What a database records, session by session. */
async function queryParts(
  format: UsageFormat,
  { path }: UsageUnit,
  options: StoreOptions,
): Promise<UsagePart[]> {
  const sessions = new Map<
    string,
    { readonly rows: UsageRows; readonly cwd: string | undefined }
  >();
  for (const call of (await format.query?.(path, options)) ?? []) {
    const session = sessions.get(call.session) ?? { rows: createUsageRows(), cwd: call.cwd };
    sessions.set(call.session, session);
    session.rows.add(call);
  }
  return [...sessions].map(([session, { rows, cwd }]) => ({
    session,
    cwd,
    models: rows.models,
    words: rows.words().slice(),
    counts: [],
  }));
}

async function endsOf(file: OpenFile, to: number): Promise<string> {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, to));
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, to));
  await file.read(head, 0);
  await file.read(tail, to - tail.length);
  return hashOf(Buffer.concat([head, tail]));
}
