import type { JournaledEvent } from '@dragoman/protocol';
import { isRequestEvent } from '@dragoman/protocol/internal';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { interleave, ratioOf } from './interleaved.js';
import { postJson, postTurn, readLines } from './read-lines.js';
import { withServer } from './server-fixture.js';

const ROUNDS = 8;
const TRIPS = 10;
const CALL = { mcp: { server: 'caller', tool: 'ask', arguments: {} } };
export const ASKING = {
  steps: [...Array.from({ length: TRIPS }, () => CALL), { say: 'Thank you.' }],
};
const PROMPT = 'Ask me.';

/**
 * From the request that a client sees to the next thing that the agent does, with the client's answer in
 * between: over HTTP, and by `Turn.answer` in the process of the turn.
 */
export function roundTrips(): Promise<Measurement[]> {
  return withServer(ASKING, async ({ server: { url }, start }) => {
    const overHttp = async (): Promise<number> => {
      const tools = [{ name: 'ask', input_schema: { type: 'object' } }];
      const response = await postTurn(url, { prompt: PROMPT, tools });
      const answers = `${url}/v1/turns/${response.headers.get('turn-id')}/answers`;
      return tripIn(eventsOf(readLines(response)), async (requestId) => {
        await (await postJson(answers, { requestId, output: 'Yes.' })).json();
      });
    };
    const byTurn = async (): Promise<number> => {
      const tools = [{ name: 'ask', inputSchema: { type: 'object' as const } }];
      const turn = await start({ prompt: PROMPT, script: ASKING, tools });
      return tripIn(turn.events(), (requestId) => turn.answer(requestId, { output: 'Yes.' }));
    };
    const times = await interleave({ rounds: ROUNDS, ways: { overHttp, byTurn } });
    const name = "a tool's round trip over HTTP, over Turn.answer";
    return [{ ...ratioOf(times.overHttp, times.byTurn), name, bar: 3 }];
  });
}

export async function* eventsOf(lines: AsyncIterable<string>): AsyncGenerator<JournaledEvent> {
  // What the server sends is what its journal holds.
  for await (const line of lines) yield JSON.parse(line) as JournaledEvent;
}

/** The median of the trips of one turn. */
export async function tripIn(
  events: AsyncIterable<JournaledEvent>,
  answer: (requestId: string) => Promise<unknown>,
): Promise<number> {
  const trips: number[] = [];
  let asked: number | undefined;
  for await (const event of events) {
    if (event.type === 'tool_answer') continue;
    if (asked !== undefined) trips.push(performance.now() - asked);
    asked = undefined;
    if (!isRequestEvent(event)) continue;
    asked = performance.now();
    await answer(event.requestId);
  }
  if (trips.length !== TRIPS) throw new Error(`${trips.length} round trips instead of ${TRIPS}`);
  return median(trips);
}
