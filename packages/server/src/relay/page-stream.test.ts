import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createManualTurn, requested, said } from '../../test-inputs/manual-turn.js';
import { createTurnTails } from '../delivery/turn-tails.js';
import { createFilesRelays } from '../store/files-relays.js';
import { createPageStream } from './page-stream.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-relay-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true });
});

const page = {
  instance: 'instance-1',
  tab: 'tab-number-1',
  connection: 'connection-1',
  tools: ['weather'],
};

async function openStream(turn = createManualTurn(said('Hello.'))) {
  const relay = createFilesRelays(root).of('turn1');
  await relay.open({ sessionId: 'one', tokenHash: 'ab', expiresAt: Date.now() + 1e9 });
  await relay.join(page);
  const tails = createTurnTails({ keepBytes: 1e6, silenceMs: 15_000 });
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const stream = await createPageStream({
    ...{ turn, relay, tails, onFailure, sessionId: 'one' },
    ...{ instance: page.instance, connection: page.connection, tools: page.tools },
  });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  return { turn, relay, tails, failures, reader };
}

/** Reads while time passes, in steps that no timer is longer than. */
async function readFor(
  reader: ReadableStreamDefaultReader<string>,
  ms: number,
): Promise<{ readonly read: string[]; readonly isOver: boolean }> {
  const read: string[] = [];
  let isOver = false;
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      read.push(value);
    }
    isOver = true;
  })();
  for (let passed = 0; passed < ms && !isOver; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
  }
  // Files are read in real time, whatever the clock says.
  for (let turns = 0; turns < 10_000 && !isOver; turns += 1) await nextTurn();
  void reading.catch(() => {});
  return { read, isOver };
}

test('a stream shows that it lives, and ends after a minute so that its page comes back', async () => {
  const { reader, tails, relay, failures } = await openStream();
  const { read, isOver } = await readFor(reader, 100_000);
  expect(isOver).toBe(true);
  const [first, ...rest] = read;
  expect(first).toContain('"type":"ready"');
  expect(new Set(rest)).toEqual(new Set([': ping\n\n']));
  expect(rest.length).toBeGreaterThanOrEqual(3);
  expect([tails.readers, failures]).toEqual([0, []]);
  // It was seen all the time, and still counts as there.
  expect(await relay.pages()).toMatchObject([{ isThere: true }]);
});

test('a stream ends when another load takes the place of its page, and gives it nothing more', async () => {
  const { reader, turn, relay, tails } = await openStream();
  await vi.advanceTimersByTimeAsync(10);
  await relay.join({ ...page, instance: 'instance-2' });
  turn.emit(requested('request-1'));
  const { read, isOver } = await readFor(reader, 30_000);
  expect(isOver).toBe(true);
  expect(read.join('')).not.toContain('request-1');
  expect(await relay.claimant('request-1')).toBeUndefined();
  expect(tails.readers).toBe(0);
});

test('a relay that was forgotten is not the end of a turn that goes on', async () => {
  const { reader, relay, turn } = await openStream();
  await relay.close();
  turn.emit(requested('request-1'));
  const { read, isOver } = await readFor(reader, 30_000);
  expect(isOver).toBe(true);
  expect(read.join('')).toContain('"type":"ready"');
  expect(read.join('')).not.toContain('"type":"end"');
});

test('a page that goes leaves nothing behind', async () => {
  const { reader, tails, failures } = await openStream();
  await reader.cancel();
  expect([tails.readers, failures]).toEqual([0, []]);
});
