import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFilesRelays } from './files-relays.js';
import { MOST_PAGES, MOST_SESSIONS, PRESENCE_MS } from './relay-store.js';

let root: string;
let time: number;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-relays-'));
  time = Date.now();
});
afterEach(() => rm(root, { recursive: true }));

const relays = () => createFilesRelays(root, () => time);
const session = (sessionId: string) => ({ sessionId, tokenHash: 'ab', expiresAt: time + 1e9 });
const page = (instance: string) => ({ instance, tab: instance, connection: 'one', tools: [] });

test('a page is there for a while after it was seen last, and again when it comes back', async () => {
  const relay = relays().of('turn1');
  await relay.open(session('one'));
  await relay.join(page('instance-1'));
  const isThere = async () => (await relays().of('turn1').pages())[0]?.isThere;
  time += PRESENCE_MS - 10_000;
  expect(await isThere()).toBe(true);
  await relay.touch('instance-1', 'one');
  time += PRESENCE_MS - 10_000;
  expect(await isThere()).toBe(true);
  time += 20_000;
  expect(await isThere()).toBe(false);
  expect(await relay.join(page('instance-1'))).toBe('there');
  expect(await isThere()).toBe(true);
});

test('keeps no more sessions and pages than it says, the latest of them', async () => {
  const relay = relays().of('turn1');
  for (let index = 0; index <= MOST_SESSIONS; index += 1) {
    await relay.open(session(`session-${index}`));
  }
  for (let index = 0; index <= MOST_PAGES; index += 1) {
    time += 1000;
    await relay.join(page(`instance-${index}`));
  }
  expect(await relay.session(`session-${MOST_SESSIONS}`)).toBeDefined();
  const pages = await relay.pages();
  expect(pages).toHaveLength(MOST_PAGES);
  expect(pages.map(({ instance }) => instance)).not.toContain('instance-0');
});

test('no id leads out of the folder', async () => {
  const relay = relays().of('../../elsewhere');
  await relay.open(session('../../one'));
  await relay.join(page('../../two'));
  await relay.claim('../../three', 'instance-1');
  const [folder = ''] = await readdir(root);
  expect(folder).toMatch(/^none-[0-9a-f]{64}$/);
  expect(await readdir(join(root, folder), { recursive: true })).toHaveLength(6);
  expect(await relay.session('../../one')).toBeDefined();
});
