import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  INSTALL_TIMEOUT_MS,
  type RedisServer,
  startRedisServer,
  testCacheDirectory,
} from '@dragoman/testkit';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FILLED, valuesOf } from '../test-inputs/form-values.js';
import { startTwoNodes, type TwoNodes } from '../test-inputs/two-nodes.js';

const PATIENCE_MS = 60_000;
const PASSWORD = 'correct-horse-battery';

let redis: RedisServer;
let nodes: TwoNodes;
let browser: Browser;

beforeAll(async () => {
  vi.stubEnv('DRAGOMAN_STATE', join(testCacheDirectory(), 'state'));
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  // What it gets is in a file that can be read.
  redis = await startRedisServer({ appendOnly: true });
  // Between two replies there is time to load a page again.
  nodes = await startTwoNodes({ agents: ['codex'], redis: redis.url, delay: 600 });
  browser = await launchChromium();
}, INSTALL_TIMEOUT_MS);

afterAll(async () => {
  await browser?.close();
  await nodes?.remove();
  await redis?.remove();
  vi.unstubAllEnvs();
});

async function textsIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

test('a page at one node fills in its form for Codex at another, through a reload and a cut connection', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const tokens = new Set<string>();
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (request.url().includes('/v1/relay/')) tokens.add(authorization ?? 'none');
  });
  const log = page.getByRole('list', { name: 'What the agent did' });
  await page.goto(nodes.url);
  await page.getByRole('button', { name: 'Fill it in for me' }).click();
  await log.getByText(/^Looked at/).waitFor();

  await page.reload();
  await page.getByLabel('Password').fill(PASSWORD);
  await log.getByText(/^Used 4 fields/).waitFor();

  nodes.cut();
  await page.getByText('Connecting…').waitFor();
  nodes.mend();
  await page.getByText('The agent wants to press “Book the table”').waitFor();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Done', { exact: true }).waitFor();

  expect(await valuesOf(page)).toEqual(FILLED);
  expect(await log.textContent()).not.toContain('failed');
  expect(nodes.asked.turns).toEqual(new Set(['/api/fill']));
  expect(nodes.asked.pages).toEqual(new Set(['/', '/api', '/api/fill/', '/v1/relay']));

  // Turns are in the folder of the node that has their agent, and in the Redis.
  const at = (name: string) => textsIn(join(nodes.stateDirectory, name));
  const [turns, pages, shared] = [
    await at('turns'),
    await at('pages'),
    await textsIn(redis.folder),
  ];
  expect(turns).toContain('Ada Lovelace');
  expect(pages).not.toContain('Ada Lovelace');
  expect(shared).toContain('Ada Lovelace');
  expect(tokens.size).toBe(2);
  for (const secret of [PASSWORD, ...tokens].map((text) => text.replace('Bearer ', ''))) {
    expect(turns + pages + shared).not.toContain(secret);
  }
  await page.close();
}, 120_000);
