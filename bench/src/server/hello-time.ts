import type { Measurement } from '../benchmark.js';
import { interleave, ratioOf } from './interleaved.js';
import { postTurn, readLines } from './read-lines.js';
import { withServer } from './server-fixture.js';

const ROUNDS = 15;
const HELLO = { steps: [{ say: 'Hello from a script.' }] };
const PROMPT = 'Say hello.';

/** What a small turn takes over HTTP, from the request to its `end`, over `startTurn`. */
export function helloTime(): Promise<Measurement[]> {
  return withServer(HELLO, async ({ server, start }) => {
    const times = await interleave({
      rounds: ROUNDS,
      ways: {
        async http() {
          await readToEnd(readLines(await postTurn(server.url, { prompt: PROMPT })));
        },
        async library() {
          const turn = await start({ prompt: PROMPT, script: HELLO });
          await readToEnd(turn.lines());
        },
      },
    });
    const name = 'a hello by POST /v1/turns, over startTurn';
    return [{ ...ratioOf(times.http, times.library), name, bar: 1.1 }];
  });
}

async function readToEnd(lines: AsyncIterable<string>): Promise<void> {
  let last = '';
  for await (const line of lines) last = line;
  if (!last.startsWith('{"type":"end"')) throw new Error(`The turn has no end, but ${last}`);
}
