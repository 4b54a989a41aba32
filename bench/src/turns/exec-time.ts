import { requireProgram, testAgent } from '@dragoman/testkit';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { withTurnRuns } from './turn-runs.js';

const ROUNDS = 10;

/** What `dragoman exec` takes over the bare CLI, from start to exit, one beside the other. */
export async function execTime(): Promise<Measurement[]> {
  await testAgent('codex');
  await requireProgram('bwrap', 'bubblewrap');
  return withTurnRuns(async (runs) => {
    const ways = {
      raw: runs.raw,
      process: () => runs.exec('process'),
      bubblewrap: () => runs.exec('bubblewrap'),
    };
    const times: Record<keyof typeof ways, number[]> = { raw: [], process: [], bubblewrap: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const name of ['raw', 'process', 'bubblewrap'] as const) {
        const began = performance.now();
        await ways[name]();
        // The first round fills caches.
        if (round > 0) times[name].push(performance.now() - began);
      }
    }
    const measure = (name: 'process' | 'bubblewrap', bar: number): Measurement => ({
      name: `dragoman exec in ${name}, over bare codex exec`,
      value: median(times[name]) / median(times.raw),
      unit: '×',
      bar,
      detail: `${ROUNDS} rounds, medians ${describe(times[name])}, bare ${describe(times.raw)}`,
    });
    return [measure('process', 1.25), measure('bubblewrap', 1.5)];
  });
}

function describe(times: readonly number[]): string {
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `${median(times).toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})`;
}
