import { type RedisServer, startRedisServer } from '@dragoman/testkit';
import { createClient } from '@redis/client';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { refusal } from '../errors/refusal.js';
import { type ControlRequests, createControlRequests } from './control-requests.js';
import { createKeyNames } from './key-names.js';
import { openRedisLink } from './redis-link.js';

const keys = createKeyNames('test:');

let redis: RedisServer;
const failures: unknown[] = [];
beforeAll(async () => {
  redis = await startRedisServer();
});
afterAll(() => redis.remove());
afterEach(() => expect(failures).toEqual([]));

type Handle = (request: { readonly kind: string }) => Promise<string>;

const refuse: Handle = () => Promise.reject(new Error('It is asked nothing.'));

async function openNode(node: string, handle = refuse, url = redis.url): Promise<ControlRequests> {
  const link = openRedisLink({ url, commandMs: 500 });
  const requests = createControlRequests({
    ...{ link, keys, node, onNews: () => undefined },
    onFailure: (error) => failures.push(error),
    handle: (_turnId, request) => handle(request),
  });
  onTestFinished(() => {
    requests.close();
    link.close();
  });
  await requests.open();
  return requests;
}

test('a refusal of another node comes with all that a client needs', async () => {
  const headers = { 'retry-after': '3' };
  await openNode('one', () =>
    Promise.reject(refusal('too_many_requests', 'Too much.', { headers, cause: new Error('/x') })),
  );
  const two = await openNode('two');
  const refused = two.ask('one', 'turn', { kind: 'input', text: 'Go on.' }, 10_000);
  await expect(refused).rejects.toMatchObject({
    ...{ code: 'too_many_requests', message: 'Too much.', details: { headers } },
    cause: undefined,
  });
});

test('what may have been sent is not said to be undone, and no timer stays', async () => {
  // Its requests are written, and nobody hears of them.
  const client = createClient({ url: redis.url });
  await client.connect();
  const rights = ['reset', 'on', '>secret', '~*', '&*', '+@all', '-publish'];
  await client.sendCommand(['ACL', 'SETUSER', 'mute', ...rights]);
  client.destroy();
  const asked: unknown[] = [];
  const handle: Handle = async (request) => {
    asked.push(request);
    return 'taken';
  };
  const mute = await openNode('mute', refuse, redis.url.replace('//', '//mute:secret@'));
  const [begin, end] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  onTestFinished(() => {
    begin.mockRestore();
    end.mockRestore();
  });
  const deadlineMs = 54_321;
  const input = { kind: 'input', text: 'Go on.' } as const;
  await expect(mute.ask('one', 'turn', input, deadlineMs)).rejects.toMatchObject({
    code: 'store_unavailable',
    message: expect.stringContaining('look at the turn before you send it again'),
  });
  await expect(mute.ask('one', 'turn', { kind: 'state' }, deadlineMs)).rejects.toMatchObject({
    code: 'store_unavailable',
    message: expect.stringContaining('try again'),
  });
  const timers = begin.mock.calls.flatMap(([, ms], index) =>
    ms === deadlineMs ? [begin.mock.results[index]?.value] : [],
  );
  expect(timers).toHaveLength(2);
  for (const timer of timers) expect(end).toHaveBeenCalledWith(timer);
  // It was there, and is done.
  await openNode('one', handle);
  await expect.poll(() => asked).toContainEqual(input);
});
