import { existsSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { Agent } from '../agent.js';
import { createBreather } from '../sessions/breather.js';
import type { RunCli } from '../sessions/session-store.js';
import { endsAsBefore } from './read-unit.js';
import { beginReading } from './read-units.js';
import { isFresh, statusOf, type UnitStatus } from './unit-status.js';
import type { UnitToRead } from './unit-task.js';
import type { UsageFormat, UsageUnit } from './usage-format.js';
import { loadUsageIndex, saveUsageIndex } from './usage-index.js';
import type { ReadUnit, UsagePart } from './usage-part.js';

/** A folder in which an agent keeps sessions. */
export interface UsageSource {
  readonly agent: Agent;
  readonly home: string;
  readonly run?: RunCli | undefined;
  /** The folder of a session, where the agent may know it by another path. */
  readonly cwdOf?: ((session: string) => string | undefined) | undefined;
}

export interface CollectOptions {
  readonly sources: readonly UsageSource[];
  /** A file to keep what was read in, so that the next time only what is new is read. */
  readonly indexFile?: string | undefined;
  /** Where the files to read are larger in all, it rejects with `session_unreadable`. Default: no limit. */
  readonly mostBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What is recorded of a session, and where. */
export interface CollectedPart extends UsagePart {
  readonly agent: string;
  readonly format: UsageFormat;
  readonly home: string;
  readonly path: string;
  /** When its file was made. */
  readonly born: number;
}

export interface CollectedUsage {
  /** Those that were made first come first. */
  readonly parts: readonly CollectedPart[];
  /** What could not be read, and why. */
  readonly problems: readonly string[];
}

/** Reads what the agents of some folders have recorded, or takes it from an earlier run where nothing has changed. */
export async function collectUsage(options: CollectOptions): Promise<CollectedUsage> {
  const { indexFile } = options;
  const known = indexFile === undefined ? new Map<string, ReadUnit>() : loadUsageIndex(indexFile);
  const problems: string[] = [];
  const read = await findAndRead(options, known, problems);
  if (indexFile !== undefined && read.some(({ earlier, result }) => result !== earlier)) {
    const units = read.map(({ result }) => result);
    saveUsageIndex(indexFile, [...units, ...elsewhere(known, units)]);
  }
  const parts = read.flatMap(collectedParts);
  return { parts: parts.sort((left, right) => left.born - right.born), problems };
}

/** A unit, and what is known of it. */
interface FoundUnit extends UnitToRead {
  readonly source: UsageSource;
  /** What was read of it before, if that is still so. */
  readonly current: ReadUnit | undefined;
}

interface FoundAndRead extends FoundUnit {
  readonly result: ReadUnit;
}

/** Other threads read what is found first while this one looks for more. */
async function findAndRead(
  { sources, mostBytes = Number.POSITIVE_INFINITY, signal }: CollectOptions,
  known: ReadonlyMap<string, ReadUnit>,
  problems: string[],
): Promise<FoundAndRead[]> {
  const found: FoundUnit[] = [];
  const reading = beginReading<FoundUnit>({ signal });
  let bytes = 0;
  try {
    for (const source of sources) {
      const units = await findUnits(source, known, problems, signal);
      for (const one of units) found.push(one);
      const changed = units.filter(({ current }) => current === undefined);
      bytes += bytesOf(changed);
      if (bytes > mostBytes) throw tooMuch(mostBytes);
      reading.add(changed);
    }
    const results = await reading.results();
    return found.flatMap((one) => {
      const result = one.current ?? results.get(one);
      if (result === undefined) return [];
      problems.push(...(typeof result === 'string' ? [result] : (result.problems ?? [])));
      return typeof result === 'string' ? [] : [{ ...one, result }];
    });
  } finally {
    await reading.stop();
  }
}

async function findUnits(
  source: UsageSource,
  known: ReadonlyMap<string, ReadUnit>,
  problems: string[],
  signal: AbortSignal | undefined,
): Promise<FoundUnit[]> {
  const { agent, home, run } = source;
  const format = agent.interpreter.usage;
  if (format === undefined) return [];
  const found: FoundUnit[] = [];
  const breathe = createBreather(signal);
  const store = { home, run, signal };
  const there = await attempt(problems, signal, () => format.find(store));
  problems.push(...(there?.problems ?? []));
  for (const unit of there?.units ?? []) {
    await breathe();
    const earlier = known.get(unit.path);
    const looked = await attempt(problems, signal, async () => {
      const status = statusOf(unit);
      return status && { status, current: await unchanged(unit, status, earlier) };
    });
    if (looked !== undefined)
      found.push({ source, agent, format, store, unit, earlier, ...looked });
  }
  return found;
}

/** How much of files is read. */
function bytesOf(units: readonly FoundUnit[]): number {
  const files = units.filter(({ unit }) => unit.kind !== 'database');
  return files.reduce((sum, { status }) => sum + status.bytes, 0);
}

function tooMuch(mostBytes: number): DragomanError {
  const words = `There are more than ${mostBytes} bytes of sessions to read.`;
  return new DragomanError('session_unreadable', words);
}

/** What was read of a unit before, if nothing has changed since. */
async function unchanged(
  unit: UsageUnit,
  status: UnitStatus,
  earlier: ReadUnit | undefined,
): Promise<ReadUnit | undefined> {
  if (earlier?.stamp !== status.stamp) return undefined;
  if (!earlier.isFresh) return earlier;
  return (await endsAsBefore(unit, earlier)) ? settled(earlier, status) : undefined;
}

/** A file that nobody has written to for a while need not be looked at again. */
function settled(earlier: ReadUnit, { changed }: UnitStatus): ReadUnit {
  return isFresh(changed) ? earlier : { ...earlier, isFresh: false };
}

/** What is known of other folders, into which other runs have looked, and is still there. */
function elsewhere(
  known: ReadonlyMap<string, ReadUnit>,
  read: readonly ReadUnit[],
): readonly ReadUnit[] {
  const seen = new Set(read.map(({ path }) => path));
  return [...known.values()].filter(({ path }) => !seen.has(path) && existsSync(path));
}

function collectedParts({
  source: { agent, home, cwdOf },
  format,
  unit: { path },
  status: { born },
  result,
}: FoundAndRead): CollectedPart[] {
  return result.parts.map(({ session, cwd, models, words, counts }) => ({
    ...{ agent: agent.name, format, home, path, born, session },
    cwd: cwdOf?.(session) ?? cwd,
    ...{ models, words, counts },
  }));
}

/** What fails hides nothing else. */
async function attempt<T>(
  problems: string[],
  signal: AbortSignal | undefined,
  action: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof DragomanError)) throw error;
    problems.push(errorMessage(error));
    return undefined;
  }
}
