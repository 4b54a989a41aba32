import { loadavg } from 'node:os';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';

export interface Comparison<Way extends string> {
  readonly rounds: number;
  readonly ways: Readonly<Record<Way, () => Promise<unknown>>>;
}

/** How long each way takes, one beside the other in every round. A way may say itself what it took. */
export async function interleave<Way extends string>({
  rounds,
  ways,
}: Comparison<Way>): Promise<Readonly<Record<Way, readonly number[]>>> {
  const names = Object.keys(ways) as Way[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Way,
    number[]
  >;
  for (let round = 0; round <= rounds; round += 1) {
    // Whoever is first in one round is last in the next.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const began = performance.now();
      const said = await ways[name]();
      const took = typeof said === 'number' ? said : performance.now() - began;
      // The first round fills caches.
      if (round > 0) times[name].push(took);
    }
  }
  return times;
}

/** One way over another, by their medians. */
export function ratioOf(
  ours: readonly number[],
  theirs: readonly number[],
): Pick<Measurement, 'value' | 'unit' | 'detail'> {
  return {
    value: median(ours) / median(theirs),
    unit: '×',
    detail: `${ours.length} times, medians ${spread(ours)} and ${spread(theirs)}${underLoad()}`,
  };
}

/** So that a figure of a busy machine is known for one. */
export function underLoad(): string {
  return `, load ${loadavg()[0]?.toFixed(1)}`;
}

function spread(times: readonly number[]): string {
  const digits = median(times) < 10 ? 2 : 0;
  const [least, most] = [Math.min(...times), Math.max(...times)];
  return `${median(times).toFixed(digits)} ms (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}
