import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '@dragoman/protocol';
import type { Measurement } from '../benchmark.js';

/** In bytes, for a tenth, the half and the end of the turn. */
export interface LongTurnReport {
  /** What is kept then, after a collection. */
  readonly heap: readonly number[];
  /** The most until then, from the one before. */
  readonly rss: readonly number[];
  readonly partsPerSecond: number;
}

/**
 * Reads a turn of a million parts from a model, out of its journal, twice in a separate process: the
 * first time, the collector finds out how much room it wants.
 */
export async function longTurn(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-bench-'));
  const report = await measured(folder).finally(() => rm(folder, { recursive: true, force: true }));
  const speed = `${Math.round(report.partsPerSecond).toLocaleString('en')} parts/s through the streams`;
  return [
    { ...grown(report.heap), name: 'heap grown over a turn of 1,000,000 parts', bar: 2 },
    { ...grown(report.rss), name: 'peak RSS grown over a turn of 1,000,000 parts', bar: 30 },
  ].map((measured) => ({ ...measured, detail: `${measured.detail}; ${speed}` }));
}

async function measured(folder: string): Promise<LongTurnReport> {
  const program = fileURLToPath(new URL('./long-turn-child.js', import.meta.url));
  const child = fork(program, [folder], { execArgv: ['--expose-gc'] });
  let report: unknown;
  child.once('message', (message) => {
    report = message;
  });
  // All that it has sent has come when the line is cut.
  const [[code, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (isReport(report)) return report;
  throw new Error(`The process with the long turn ended (${signal ?? code}) without a report.`);
}

function isReport(value: unknown): value is LongTurnReport {
  return isJsonObject(value) && ['heap', 'rss', 'partsPerSecond'].every((name) => name in value);
}

function grown(bytes: readonly number[]): Pick<Measurement, 'value' | 'unit' | 'detail'> {
  const [tenth = 0, half = 0, end = 0] = bytes.map((count) => count / 1e6);
  const [at10, at50, at100] = [tenth, half, end].map((megabytes) => megabytes.toFixed(1));
  return {
    value: Math.max(half, end) - tenth,
    unit: 'MB',
    detail: `${at10} MB at 10 %, ${at50} MB at 50 %, ${at100} MB at 100 %`,
  };
}
