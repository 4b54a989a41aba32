import type { Measurement } from '../benchmark.js';
import { withForward } from './with-forward.js';

const streams = 200;
const eventsPerStream = 200;

/** Many streams at once: each must get all of its own events, in order, and no other's. */
export async function manyStreams(): Promise<Measurement[]> {
  return withForward({ eventsPerStream, connections: streams }, async (roads) => {
    const start = performance.now();
    const names = Array.from({ length: streams }, (_, index) => `stream-${index}`);
    const answers = await Promise.allSettled(names.map((name) => roads.forwarded(name)));
    const wrong = answers.filter(
      (answer, index) =>
        answer.status === 'rejected' || deltas(answer.value.body) !== expected(names[index] ?? ''),
    );
    return [
      {
        name: `streams mixed up or lost, of ${streams} at once`,
        value: wrong.length,
        unit: 'streams',
        bar: 0,
        detail: `${eventsPerStream} events each, all within ${(performance.now() - start).toFixed(0)} ms`,
      },
    ];
  });
}

function deltas(body: string): string {
  return [...body.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta).join('');
}

function expected(name: string): string {
  return Array.from({ length: eventsPerStream }, (_, event) => `${name}#${event};`).join('');
}
