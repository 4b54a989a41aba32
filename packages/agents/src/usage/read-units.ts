import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { Agent } from '../agent.js';
import { type AgentName, agentNames, agents } from '../agents.js';
import type { StoreOptions } from '../sessions/session-store.js';
import { shareWork } from '../threads/share-work.js';
import { readUnit, type UnitStatus } from './read-unit.js';
import type { UsageFormat, UsageUnit } from './usage-format.js';
import type { ReadUnit } from './usage-part.js';

/** A unit, and what is known of it before it is read. */
export interface UnitToRead {
  readonly agent: Agent;
  readonly format: UsageFormat;
  readonly store: StoreOptions;
  readonly unit: UsageUnit;
  readonly status: UnitStatus;
  /** What was read of it before. */
  readonly earlier: ReadUnit | undefined;
}

/** Reads units, those of files on several threads. Gives what each holds, or why it can't be read. */
export async function readUnits<Unit extends UnitToRead>(
  units: readonly Unit[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Unit, ReadUnit | string>> {
  const results = new Map<Unit, ReadUnit | string>();
  const tasks = new Map<UnitTask, Unit>();
  for (const one of units) {
    const task = taskOf(one);
    if (task !== undefined) tasks.set(task, one);
    else results.set(one, await attempt(() => readUnit({ ...one.store, ...one }), signal));
  }
  // The largest first, so that no thread is left alone with one at the end.
  const order = [...tasks.keys()].sort((left, right) => right.status.bytes - left.status.bytes);
  const bytes = order.reduce((sum, { status }) => sum + status.bytes, 0);
  const work = shareWork('readUnit', order, { bytes, signal });
  try {
    for (const [index, task] of order.entries()) {
      const one = tasks.get(task);
      const result = await work.resultOf(index);
      if (one === undefined) continue;
      results.set(one, typeof result === 'string' ? result : withFolder(result, one.unit));
    }
  } finally {
    await work.stop();
  }
  return results;
}

/** A unit of files, as another thread can get it. */
export interface UnitTask extends Pick<UnitToRead, 'status' | 'earlier'> {
  readonly agent: AgentName;
  readonly home: string;
  readonly unit: Omit<UsageUnit, 'cwdOf'>;
}

/** Undefined for one that only this thread can read: it runs a CLI, or the agent is not registered. */
function taskOf({ agent, store, unit, status, earlier }: UnitToRead): UnitTask | undefined {
  const name = agentNames.find((one) => agents[one] === agent);
  if (name === undefined || unit.kind === 'database') return undefined;
  const { kind, path, files } = unit;
  return { agent: name, home: store.home, unit: { kind, path, files }, status, earlier };
}

/** Reads a unit of files, on any thread. */
export async function readUnitOnce(
  { agent, home, unit, status, earlier }: UnitTask,
  signal?: AbortSignal,
): Promise<ReadUnit | string> {
  const format = agents[agent].interpreter.usage;
  if (format === undefined) return `${agent} records no usage.`;
  return attempt(() => readUnit({ format, home, unit, status, earlier, signal }), signal);
}

async function attempt(
  read: () => Promise<ReadUnit>,
  signal: AbortSignal | undefined,
): Promise<ReadUnit | string> {
  try {
    return await read();
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof DragomanError)) throw error;
    return errorMessage(error);
  }
}

/** Where a session doesn't say which folder its agent worked in, files near it do. */
function withFolder(read: ReadUnit, { cwdOf }: UsageUnit): ReadUnit {
  if (cwdOf === undefined) return read;
  return { ...read, parts: read.parts.map((part) => ({ ...part, cwd: part.cwd ?? cwdOf() })) };
}
