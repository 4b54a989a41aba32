import { createHash } from 'node:crypto';
import { type Stats, statSync } from 'node:fs';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import type { UsageUnit } from './usage-format.js';

/** Size, times and inode. */
const MARK_NUMBERS = 4;
/** File systems note times only so exactly, and clocks of two machines differ. */
const FRESH_MS = 2000;

/** Whether a time is so near that another change may have the same. */
export function isFresh(changed: number): boolean {
  return changed > Date.now() - FRESH_MS;
}

/** What a unit looks like from outside. */
export interface UnitStatus {
  readonly stamp: string;
  /** When the first of its files was made. */
  readonly born: number;
  readonly changed: number;
  /** Of all its files. */
  readonly bytes: number;
  readonly inode: number;
}

/** Undefined when it is gone. */
export function statusOf(unit: UsageUnit): UnitStatus | undefined {
  const stats = unit.files.map(statsOf);
  const there = stats.filter((one) => one !== undefined);
  const [first] = there;
  if (first === undefined) return undefined;
  return {
    stamp: unit.kind === 'database' ? databaseStamp(stats) : stampOf(stats),
    born: first.birthtimeMs || first.mtimeMs,
    changed: there.reduce((latest, { mtimeMs }) => Math.max(latest, mtimeMs), 0),
    bytes: there.reduce((sum, { size }) => sum + size, 0),
    inode: first.ino,
  };
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const message = `${path} can't be read: ${reasonOf(cause)}.`;
    throw new DragomanError('session_unreadable', message, { cause });
  }
}

function markOf(stats: Stats | undefined): string {
  if (stats === undefined) return '-';
  return `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
}

/** Whoever reads a database may write to its first file what stands in its log; the log shows changes. */
function databaseStamp([main, log]: readonly (Stats | undefined)[]): string {
  const marks = log === undefined ? [markOf(main), '-'] : [String(main?.ino), markOf(log)];
  return hashOf(marks.join('\n'));
}

/** A session may have thousands of files: their numbers are not made texts. */
function stampOf(stats: readonly (Stats | undefined)[]): string {
  if (stats.length === 1) return markOf(stats[0]);
  const numbers = new Float64Array(stats.length * MARK_NUMBERS);
  for (const [index, one] of stats.entries()) {
    if (one === undefined) continue;
    const at = index * MARK_NUMBERS;
    numbers[at] = one.size;
    numbers[at + 1] = one.mtimeMs;
    numbers[at + 2] = one.ctimeMs;
    numbers[at + 3] = one.ino;
  }
  return hashOf(Buffer.from(numbers.buffer));
}

/** Short, and as good as unique. */
export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
