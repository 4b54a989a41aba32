import { shareWork, type WorkOptions } from '../threads/share-work.js';
import { readUnit, unreadBytes } from './read-unit.js';
import { type UnitTask, type UnitToRead, unitOrReason, unitTask } from './unit-task.js';
import type { UsageUnit } from './usage-format.js';
import type { ReadUnit } from './usage-part.js';

/** Units that are read, those of files on several threads, while more of them are found. */
export interface UnitReading<Unit extends UnitToRead> {
  add(units: readonly Unit[]): void;
  /** What each holds, or why it can't be read, in the order in which they were begun. */
  results(): Promise<ReadonlyMap<Unit, ReadUnit | string>>;
  stop(): Promise<void>;
}

/** So much is collected before it is handed over, and then as much as was before: to sort and copy takes time. */
const FIRST_BYTES = 64 * 1024 * 1024;

/** Begins to read units. */
export function beginReading<Unit extends UnitToRead>({
  signal,
  others,
}: Pick<WorkOptions, 'signal' | 'others'> = {}): UnitReading<Unit> {
  const work = shareWork('readUnit', { signal, others });
  /** In the order in which they are read. */
  const tasks = new Map<UnitTask, Unit>();
  const onlyHere: Unit[] = [];
  let found: UnitTask[] = [];
  let foundBytes = 0;
  let givenBytes = 0;

  /** The largest first, so that no thread is left alone with one at the end. */
  const handOver = (): void => {
    const order = [...work.takeBack(), ...found].sort(byBytes);
    for (const task of order) {
      const one = tasks.get(task);
      tasks.delete(task);
      if (one !== undefined) tasks.set(task, one);
    }
    work.add(order, foundBytes);
    givenBytes += foundBytes;
    found = [];
    foundBytes = 0;
  };

  return {
    add(units) {
      for (const one of units) {
        const task = unitTask(one);
        if (task === undefined) {
          onlyHere.push(one);
          continue;
        }
        tasks.set(task, one);
        found.push(task);
        foundBytes += bytesOf(task);
      }
      if (foundBytes >= Math.max(FIRST_BYTES, givenBytes)) handOver();
    },
    async results() {
      handOver();
      const results = new Map<Unit, ReadUnit | string>();
      for (const one of onlyHere) {
        results.set(one, await unitOrReason(() => readUnit({ ...one.store, ...one }), signal));
      }
      for (const [task, one] of tasks) {
        const result = await work.resultOf(task);
        results.set(one, typeof result === 'string' ? result : withFolder(result, one.unit));
      }
      return results;
    },
    stop: work.stop,
  };
}

function byBytes(left: UnitTask, right: UnitTask): number {
  return bytesOf(right) - bytesOf(left);
}

function bytesOf({ status, earlier }: UnitTask): number {
  return unreadBytes(status, earlier);
}

/** Where a session doesn't say which folder its agent worked in, files near it do. */
function withFolder(read: ReadUnit, { cwdOf }: UsageUnit): ReadUnit {
  if (cwdOf === undefined) return read;
  return { ...read, parts: read.parts.map((part) => ({ ...part, cwd: part.cwd ?? cwdOf() })) };
}
