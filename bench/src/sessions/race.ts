import { median } from '../median.js';

/** One way to do a job. */
export type Way = () => Promise<unknown>;

/** How long each way took, round by round. */
export type Times = Readonly<Record<string, readonly number[]>>;

/** Runs ways in turn, round after round, each round starting with another. The first only warms up. */
export async function race(ways: Readonly<Record<string, Way>>, rounds: number): Promise<Times> {
  const names = Object.keys(ways);
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    const start = round % names.length;
    for (const name of [...names.slice(start), ...names.slice(0, start)]) {
      const began = performance.now();
      await ways[name]?.();
      if (round > 0) times[name]?.push((performance.now() - began) / 1000);
    }
  }
  return times;
}

/** A way against the fastest of some others: round by round, and the words for it. */
export function compare(
  times: Times,
  way: string,
  others: readonly string[],
): { readonly ratio: number; readonly detail: string } {
  const of = (name: string): readonly number[] => times[name] ?? [];
  const floor = others.reduce((best, name) => (median(of(name)) < median(of(best)) ? name : best));
  const ratios = of(way).map((time, round) => time / (of(floor)[round] ?? Number.NaN));
  const detail = [
    `${ratios.length} rounds`,
    `${way} ${median(of(way)).toFixed(3)} s`,
    `bare ${median(of(floor)).toFixed(2)} s (${floor})`,
    `ratios ${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
  ].join(', ');
  return { ratio: median(ratios), detail };
}
