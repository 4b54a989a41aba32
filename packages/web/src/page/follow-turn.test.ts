import { expect, test } from 'vitest';
import { type Connection, followTurn, untilAnswered } from './follow-turn.js';
import { ServerError } from './server-client.js';

/** What each connection gives: lines, then an end or a failure. */
type Connected = readonly (string | Error)[] | ServerError;

const line = (seq: number, type = 'message') => `${JSON.stringify({ type, seq })}\n`;

/** Follows a turn over these connections. */
async function follow(connections: readonly Connected[]) {
  const left = [...connections];
  const asked: number[] = [];
  const states: Connection[] = [];
  const waits: number[] = [];
  const gaps: number[] = [];
  const seen: string[] = [];
  await followTurn({
    async open(after) {
      asked.push(after);
      const next = left.shift();
      if (next === undefined) throw new ServerError(404, 'There is no such turn.');
      if (next instanceof ServerError) throw next;
      return streamOf(next);
    },
    onEvents: (events) => seen.push(...events.map(({ type, seq }) => `${type} ${seq}`)),
    onConnection: (state) => states.push(state),
    onGap: (last) => gaps.push(last),
    signal: new AbortController().signal,
    wait: async (ms) => void waits.push(ms),
  });
  return { asked, states, waits, gaps, seen };
}

function streamOf(pieces: readonly (string | Error)[]): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else if (typeof piece === 'string') controller.enqueue(new TextEncoder().encode(piece));
      else controller.error(piece);
    },
  });
}

test('a turn is read to its end over all connections, without loss or repetition', async () => {
  const gone = new ServerError(0, 'The server does not answer.');
  const { seen, asked, states, waits } = await follow([
    [line(1), line(2), '{"type":"mess', new TypeError('network error')],
    gone,
    gone,
    [line(3)],
    [line(3), line(4), line(5, 'end')],
  ]);
  expect(seen).toEqual(['message 1', 'message 2', 'message 3', 'message 4', 'end 5']);
  expect(asked).toEqual([0, 2, 2, 2, 3]);
  expect(states.at(0)).toBe('connecting');
  expect(states.slice(1)).toEqual(['live', 'lost', 'lost', 'lost', 'live', 'lost', 'live', 'over']);
  // It asks ever less often, and at once again after a connection that gave something.
  expect(waits).toEqual([250, 500, 1000, 250]);
});

test('events that are gone are said to be, and the rest is read', async () => {
  const expired = new ServerError(410, 'gone', { firstSeq: 8 });
  const { seen, asked, gaps } = await follow([expired, [line(8), line(9, 'end')]]);
  expect([seen, asked, gaps]).toEqual([['message 8', 'end 9'], [0, 7], [7]]);
});

test('a turn that is opened while the server is away is shown when it is back', async () => {
  const answers = [
    new ServerError(0, 'The server does not answer.'),
    new ServerError(503, 'The server is shutting down.', { retryAfterMs: 5000 }),
    'the turn',
  ];
  const states: Connection[] = [];
  const waits: number[] = [];
  const asked = untilAnswered(
    async () => {
      const answer = answers.shift();
      if (answer instanceof ServerError) throw answer;
      return answer;
    },
    {
      onConnection: (state) => states.push(state),
      signal: new AbortController().signal,
      wait: async (ms) => void waits.push(ms),
    },
  );
  expect([await asked, states, waits]).toEqual(['the turn', ['lost', 'lost'], [250, 5000]]);
});

test('a server that asks for patience gets it', async () => {
  const busy = new ServerError(429, 'Too many.', { retryAfterMs: 3000 });
  expect((await follow([busy, [line(1, 'end')]])).waits).toEqual([3000]);
});

test('a fault of the page is thrown; it was “The server does not answer”, again and again', async () => {
  const fault = new TypeError('It is not a function.');
  const followed = followTurn({
    open: async () => streamOf([line(1), line(2, 'end')]),
    onEvents: () => {
      throw fault;
    },
    onConnection: () => {},
    onGap: () => {},
    signal: new AbortController().signal,
    wait: () => Promise.reject(new Error('It tries again.')),
  });
  await expect(followed).rejects.toBe(fault);
});

test('what no new attempt can mend is thrown', async () => {
  const refused = new ServerError(401, 'This key is not known here.');
  await expect(follow([[line(1)], refused])).rejects.toBe(refused);
});
