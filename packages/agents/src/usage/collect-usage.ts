import { existsSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { Agent } from '../agent.js';
import { createBreather } from '../sessions/breather.js';
import type { RunCli, StoreOptions } from '../sessions/session-store.js';
import { endsAsBefore, isFresh, readUnit, statusOf, type UnitStatus } from './read-unit.js';
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
  readonly signal?: AbortSignal | undefined;
}

/** What is recorded of a session, and where. */
export interface CollectedPart extends UsagePart {
  readonly agent: string;
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
  const { sources, indexFile, signal } = options;
  const known = indexFile === undefined ? new Map<string, ReadUnit>() : loadUsageIndex(indexFile);
  const problems: string[] = [];
  const parts: CollectedPart[] = [];
  const read: ReadUnit[] = [];
  let changes = 0;
  const breathe = createBreather(signal);
  for (const source of sources) {
    const { agent, home, run } = source;
    const format = agent.interpreter.usage;
    const store = { home, run, signal };
    if (format === undefined) continue;
    const found = await attempt(problems, signal, () => format.find(store));
    problems.push(...(found?.problems ?? []));
    for (const unit of found?.units ?? []) {
      await breathe();
      const earlier = known.get(unit.path);
      const current = await attempt(problems, signal, async () => {
        const status = statusOf(unit);
        return (
          status && { status, result: await currentUnit({ unit, status, earlier, format, store }) }
        );
      });
      if (current === undefined) continue;
      const { status, result } = current;
      if (result !== earlier) changes += 1;
      read.push(result);
      parts.push(...result.parts.map((part) => collected(part, source, unit, status)));
    }
  }
  if (indexFile !== undefined && changes > 0) {
    saveUsageIndex(indexFile, [...read, ...elsewhere(known, read)]);
  }
  return { parts: parts.sort((left, right) => left.born - right.born), problems };
}

/** What is known of other folders, into which other runs have looked, and is still there. */
function elsewhere(
  known: ReadonlyMap<string, ReadUnit>,
  read: readonly ReadUnit[],
): readonly ReadUnit[] {
  const seen = new Set(read.map(({ path }) => path));
  return [...known.values()].filter(({ path }) => !seen.has(path) && existsSync(path));
}

interface UnitAtHand {
  readonly unit: UsageUnit;
  readonly status: UnitStatus;
  readonly earlier: ReadUnit | undefined;
  readonly format: UsageFormat;
  readonly store: StoreOptions;
}

async function currentUnit({
  unit,
  status,
  earlier,
  format,
  store,
}: UnitAtHand): Promise<ReadUnit> {
  if (earlier?.stamp === status.stamp) {
    if (!earlier.isFresh) return earlier;
    if (await endsAsBefore(unit, earlier)) return settled(earlier, status);
  }
  return readUnit({ ...store, format, unit, status, earlier });
}

/** A file that nobody has written to for a while need not be looked at again. */
function settled(earlier: ReadUnit, { changed }: UnitStatus): ReadUnit {
  return isFresh(changed) ? earlier : { ...earlier, isFresh: false };
}

function collected(
  part: UsagePart,
  { agent, home, cwdOf }: UsageSource,
  { path }: UsageUnit,
  { born }: UnitStatus,
): CollectedPart {
  return { ...part, cwd: cwdOf?.(part.session) ?? part.cwd, agent: agent.name, home, path, born };
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
