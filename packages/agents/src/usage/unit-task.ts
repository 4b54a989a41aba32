import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { Agent } from '../agent.js';
import { type AgentName, agentNames, agents } from '../agents.js';
import type { StoreOptions } from '../sessions/session-store.js';
import { readUnit } from './read-unit.js';
import type { UnitStatus } from './unit-status.js';
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

/** A unit of files, as another thread can get it. */
export interface UnitTask extends Pick<UnitToRead, 'status' | 'earlier'> {
  readonly agent: AgentName;
  readonly home: string;
  readonly unit: Omit<UsageUnit, 'cwdOf'>;
}

/** Undefined for one that only this thread can read: it runs a CLI, or the agent is not registered. */
export function unitTask({
  agent,
  store,
  unit,
  status,
  earlier,
}: UnitToRead): UnitTask | undefined {
  const name = agentNames.find((one) => agents[one] === agent);
  if (name === undefined || unit.kind === 'database') return undefined;
  const { kind, path, files } = unit;
  const task = { agent: name, home: store.home, unit: { kind, path, files }, status };
  return { ...task, earlier: earlier && withOwnRows(earlier) };
}

/** Rows from an index are a view of all its bytes, which would be copied to another thread with them. */
function withOwnRows(read: ReadUnit): ReadUnit {
  const parts = read.parts.map((part) => ({ ...part, words: part.words.slice() }));
  return { ...read, parts };
}

/** Reads a unit of files, on any thread. */
export async function readUnitTask(
  { agent, home, unit, status, earlier }: UnitTask,
  signal?: AbortSignal,
): Promise<ReadUnit | string> {
  const format = agents[agent].interpreter.usage;
  if (format === undefined) return `${agent} records no usage.`;
  return unitOrReason(() => readUnit({ format, home, unit, status, earlier, signal }), signal);
}

/** What a unit holds, or why it can't be read. */
export async function unitOrReason(
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
