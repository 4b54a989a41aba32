import type { Measurement } from '../benchmark.js';
import { withForward } from './with-forward.js';

const STREAMS = 200;
const EVENTS_PER_STREAM = 200;

/** Many streams at once: each must get all of its events, in order, and no other's. */
export async function manyStreams(): Promise<Measurement[]> {
  return withForward(
    { eventsPerStream: EVENTS_PER_STREAM, connections: STREAMS },
    async (roads) => {
      const start = performance.now();
      const names = Array.from({ length: STREAMS }, (_, index) => `stream-${index}`);
      const answers = await Promise.allSettled(names.map((name) => roads.forwarded(name)));
      const wrong = answers.filter(
        (answer, index) =>
          answer.status === 'rejected' ||
          deltas(answer.value.body) !== expected(names[index] ?? ''),
      );
      return [
        {
          name: `streams mixed up or lost, of ${STREAMS} at once`,
          value: wrong.length,
          unit: 'streams',
          bar: 0,
          detail: `${EVENTS_PER_STREAM} events each, all within ${(performance.now() - start).toFixed(0)} ms`,
        },
      ];
    },
  );
}

function deltas(body: string): string {
  return [...body.matchAll(/"delta":"([^"]*)"/g)].map(([, delta]) => delta).join('');
}

function expected(name: string): string {
  return Array.from({ length: EVENTS_PER_STREAM }, (_, event) => `${name}#${event};`).join('');
}
