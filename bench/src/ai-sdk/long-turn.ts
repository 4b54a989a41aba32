import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../benchmark.js';

/**
 * Reads a turn of a million parts from a model, in a process of its own. What is kept counts, after a
 * collection; what the collector leaves lying meanwhile shows in the RSS beside it.
 */
export async function longTurn(): Promise<Measurement[]> {
  const program = fileURLToPath(new URL('./long-turn-child.js', import.meta.url));
  const child = fork(program, { execArgv: ['--expose-gc'] });
  const [report] = (await once(child, 'message')) as [{ growthMegabytes: number; detail: string }];
  return [
    {
      name: 'what a turn of 1,000,000 parts keeps in memory',
      value: report.growthMegabytes,
      unit: 'MB',
      bar: 5,
      detail: report.detail,
    },
  ];
}
