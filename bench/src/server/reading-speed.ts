import { readJournalLines } from '@dragoman/runtime';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { interleave, ratioOf } from './interleaved.js';
import { readLines } from './read-lines.js';
import { withServer } from './server-fixture.js';
import { createWrittenTurn, said } from './written-turn.js';

const ROUNDS = 7;
const EVENTS = 200_000;
const AT_ONCE = 1000;
/** As long as a line of a coding agent's turn is: text in pieces, commands, output. */
const CONTENT = 'A piece of what an agent says, or of what a command prints. '.repeat(4);

/** One client that reads a long journal over HTTP, line by line, over a loop in the same process. */
export function readingSpeed(): Promise<Measurement[]> {
  return withServer({ steps: [] }, async ({ server, stateDirectory }) => {
    const turn = createWrittenTurn(stateDirectory);
    for (let count = 0; count < EVENTS; count += AT_ONCE) {
      turn.write(Array.from({ length: AT_ONCE }, () => said(CONTENT)));
    }
    turn.end();
    const times = await interleave({
      rounds: ROUNDS,
      ways: {
        http: async () =>
          check(await countOf(readLines(await fetch(`${server.url}/v1/turns/${turn.id}/events`)))),
        loop: async () => check(await countOf(readJournalLines(turn.directory))),
      },
    });
    const speed = Math.round((EVENTS / median(times.http)) * 1000).toLocaleString('en');
    const ratio = ratioOf(times.http, times.loop);
    return [
      {
        ...ratio,
        name: 'one reader over HTTP, over a loop over readJournalLines',
        // 0.6 of its speed.
        bar: 1 / 0.6,
        detail: `${ratio.detail}; ${speed} events/s over HTTP`,
      },
    ];
  });
}

async function countOf(lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const _line of lines) count += 1;
  return count;
}

function check(count: number): void {
  if (count !== EVENTS + 1) throw new Error(`${count} events came instead of ${EVENTS + 1}`);
}
