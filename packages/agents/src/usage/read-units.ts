import { shareWork, type WorkOptions } from '../threads/share-work.js';
import { readUnit, unreadBytes } from './read-unit.js';
import { type UnitTask, type UnitToRead, unitOrReason, unitTask } from './unit-task.js';
import type { UsageUnit } from './usage-format.js';
import type { ReadUnit } from './usage-part.js';

/** Reads units, those of files on several threads. Gives what each holds, or why it can't be read. */
export async function readUnits<Unit extends UnitToRead>(
  units: readonly Unit[],
  { signal, others }: Pick<WorkOptions, 'signal' | 'others'> = {},
): Promise<ReadonlyMap<Unit, ReadUnit | string>> {
  const results = new Map<Unit, ReadUnit | string>();
  const tasks = new Map<UnitTask, Unit>();
  for (const one of units) {
    const task = unitTask(one);
    if (task !== undefined) tasks.set(task, one);
    else results.set(one, await unitOrReason(() => readUnit({ ...one.store, ...one }), signal));
  }
  // The largest first, so that no thread is left alone with one at the end.
  const order = [...tasks.keys()].sort((left, right) => bytesOf(right) - bytesOf(left));
  const bytes = order.reduce((sum, task) => sum + bytesOf(task), 0);
  const work = shareWork('readUnit', order, { bytes, signal, others });
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

function bytesOf({ status, earlier }: UnitTask): number {
  return unreadBytes(status, earlier);
}

/** Where a session doesn't say which folder its agent worked in, files near it do. */
function withFolder(read: ReadUnit, { cwdOf }: UsageUnit): ReadUnit {
  if (cwdOf === undefined) return read;
  return { ...read, parts: read.parts.map((part) => ({ ...part, cwd: part.cwd ?? cwdOf() })) };
}
