import { readJournalLines } from '@dragoman/runtime';
import { waitUntil } from '@dragoman/testkit';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { COUNTING, churnMeasurement, churnReaders, FULL } from '../server/churning-readers.js';
import { interleave, ratioOf } from '../server/interleaved.js';
import { postJson, postTurn, readLines } from '../server/read-lines.js';
import { ASKING, eventsOf, tripIn } from '../server/round-trips.js';
import type { ServerProcess } from '../server/start-server.js';
import { createWrittenTurn, said } from '../server/written-turn.js';
import { withSharedServers } from './shared-fixture.js';

const ROUNDS = 7;
const EVENTS = 100_000;
const AT_ONCE = 1000;
/** As long as a line of a coding agent's turn is: text in pieces, commands, output. */
const CONTENT = 'A piece of what an agent says, or of what a command prints. '.repeat(4);
const PUBLISHED_MS = 120_000;

/** One client that reads a long turn at a node that has it from Redis, over a loop over its journal. */
export function readingElsewhere(): Promise<Measurement[]> {
  return withSharedServers({ steps: [] }, 2, async ({ servers, stateDirectory, announce }) => {
    const elsewhere = servers.at(-1);
    const turn = createWrittenTurn(stateDirectory);
    await announce(turn);
    for (let count = 0; count < EVENTS; count += AT_ONCE) {
      turn.write(Array.from({ length: AT_ONCE }, () => said(CONTENT)));
    }
    turn.end();
    const url = `${elsewhere?.url}/v1/turns/${turn.id}`;
    const isPublished = async () => {
      const { end } = (await (await fetch(url)).json()) as { readonly end?: unknown };
      return end !== undefined;
    };
    await waitUntil('the turn is published', isPublished, PUBLISHED_MS);
    const times = await interleave({
      rounds: ROUNDS,
      ways: {
        elsewhere: async () => check(await countOf(readLines(await fetch(`${url}/events`)))),
        loop: async () => check(await countOf(readJournalLines(turn.directory))),
      },
    });
    const speed = Math.round((EVENTS / median(times.elsewhere)) * 1000).toLocaleString('en');
    const ratio = ratioOf(times.elsewhere, times.loop);
    return [
      {
        ...ratio,
        name: 'one reader at another node, over a loop over readJournalLines',
        // 0.3 of its speed.
        bar: 1 / 0.3,
        detail: `${ratio.detail}; ${speed} events/s`,
      },
    ];
  });
}

/** A client that reads and answers at another node than its turn is at. */
export function tripsElsewhere(): Promise<Measurement[]> {
  return withSharedServers(ASKING, 2, async ({ servers, start }) => {
    const [owner] = servers;
    const elsewhere = servers.at(-1)?.url;
    const tools = [{ name: 'ask', input_schema: { type: 'object' } }];
    const byNode = async (): Promise<number> => {
      const body = { prompt: 'Ask me.', tools };
      const began = await postTurn(owner.url, body, { prefer: 'respond-async' });
      const url = `${elsewhere}/v1/turns/${began.headers.get('turn-id')}`;
      const lines = readLines(await fetch(`${url}/events`));
      return tripIn(eventsOf(lines), async (requestId) => {
        await (await postJson(`${url}/answers`, { requestId, output: 'Yes.' })).json();
      });
    };
    const byTurn = async (): Promise<number> => {
      const own = [{ name: 'ask', inputSchema: { type: 'object' as const } }];
      const turn = await start({ prompt: 'Ask me.', script: ASKING, tools: own });
      return tripIn(turn.events(), (requestId) => turn.answer(requestId, { output: 'Yes.' }));
    };
    const times = await interleave({ rounds: ROUNDS, ways: { byNode, byTurn } });
    const name = "a tool's round trip from another node, over Turn.answer";
    return [{ ...ratioOf(times.byNode, times.byTurn), name, bar: 6 }];
  });
}

/** Turns with much to publish, and little else for their server to do. */
const PRINTING = {
  steps: [
    { run: 'for i in $(seq 1 2000); do echo line $i of what a command prints; done' },
    { say: 'It has printed. '.repeat(200) },
  ],
};
const TURNS = 4;

/** Processor time of a server that publishes its turns, over one that doesn't. */
export function publishingCost(): Promise<Measurement[]> {
  return withSharedServers(PRINTING, 1, async ({ servers: [publishing], alone }) => {
    const times = await interleave({
      rounds: ROUNDS,
      ways: { publishing: () => cpuOf(publishing), alone: () => cpuOf(alone) },
    });
    const name = "an owner's processor time for a turn that it publishes, over one that it doesn't";
    return [{ ...ratioOf(times.publishing, times.alone), name, bar: 1.1 }];
  });
}

/** What a server takes for some turns, each with a reader of its own. */
async function cpuOf(server: ServerProcess): Promise<number> {
  const { cpuMs: before } = await server.usage();
  for (let count = 0; count < TURNS; count += 1) {
    await countOf(readLines(await postTurn(server.url, { prompt: 'Go.' })));
  }
  return (await server.usage()).cpuMs - before;
}

/** Readers of turns that drop, and return to any of three nodes. */
export function churningNodes(): Promise<Measurement[]> {
  return withSharedServers(COUNTING, 3, async ({ servers, stateDirectory, announce }) => {
    const began = performance.now();
    const urls = servers.map(({ url }) => url);
    const result = await churnReaders({ urls, stateDirectory, announce }, FULL);
    return [churnMeasurement(result, began, ' over three nodes')];
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
