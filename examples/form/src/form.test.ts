import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_TIMEOUT_MS, testCacheDirectory } from '@dragoman/testkit';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FILLED, valuesOf } from '../test-inputs/form-values.js';
import { startTwoNodes, type TwoNodes } from '../test-inputs/two-nodes.js';
import { readOptions } from './server/read-options.js';

const AGENTS = ['codex', 'claude', 'gemini'] as const;
type AgentName = (typeof AGENTS)[number];

const PATIENCE_MS = 60_000;
const PASSWORD = 'correct-horse-battery';

/** What one agent did, and what its page sent meanwhile. */
interface Filled {
  readonly page: Page;
  readonly before: object;
  readonly sent: readonly string[];
}

let nodes: TwoNodes;
let browser: Browser;
let filled: ReadonlyMap<AgentName, Filled>;

beforeAll(async () => {
  // What is installed for tests is no business of the user's state folder.
  vi.stubEnv('DRAGOMAN_STATE', join(testCacheDirectory(), 'state'));
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  nodes = await startTwoNodes({ agents: AGENTS });
  browser = await launchChromium();
  filled = new Map(
    await Promise.all(AGENTS.map(async (agent) => [agent, await fillWith(agent)] as const)),
  );
}, INSTALL_TIMEOUT_MS);

afterAll(async () => {
  await browser?.close();
  await nodes?.remove();
  vi.unstubAllEnvs();
});

/** A person enters a password, chooses an agent, and agrees to what it asks. */
async function fillWith(agent: AgentName): Promise<Filled> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto(nodes.url);
  await page.getByLabel('Password').fill(PASSWORD);
  const before = await valuesOf(page);
  await page.locator('#agent').selectOption(agent);
  await page.getByRole('button', { name: 'Fill it in for me' }).click();
  await page.getByText('The agent wants to press “Book the table”').waitFor();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Done', { exact: true }).waitFor();
  return { page, before, sent };
}

const ofAgent = (agent: AgentName): Filled => {
  const found = filled.get(agent);
  if (found === undefined) throw new Error(`${agent} has filled nothing in.`);
  return found;
};

test.each(AGENTS)('%s fills in every kind of field, from another node', async (agent) => {
  const { page } = ofAgent(agent);
  expect(await valuesOf(page)).toEqual(FILLED);
  expect(await page.getByText(/^Booked: /).textContent()).toBe(
    'Booked: Ada Lovelace, 4 guests, 2030-05-18 at 19:30.',
  );
  expect(await page.getByRole('list', { name: 'What the agent did' }).textContent()).toContain(
    'Asked which tables are free: 16:00, 19:30, 20:15',
  );
  expect(nodes.asked.turns).toEqual(new Set(['/api/fill']));
  expect(nodes.asked.pages).toEqual(new Set(['/', '/api', '/v1/relay']));
});

test('the password is in nothing that a page sent, and in no file of the nodes', async () => {
  const sent = AGENTS.flatMap((agent) => ofAgent(agent).sent);
  expect(sent.join()).toContain('snapshot_response');
  expect(sent.join()).not.toContain(PASSWORD);
  const entries = await readdir(nodes.stateDirectory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')),
  );
  expect(texts.join()).toContain('Ada Lovelace');
  expect(texts.join()).not.toContain(PASSWORD);
});

test('a page that is loaded again while an agent is at work answers it again', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(nodes.url);
  await page.getByRole('button', { name: 'Fill it in for me' }).click();
  await page.getByText('The agent wants to press').waitFor();
  const again = page.waitForRequest(/\/api\/fill\/./);
  await page.reload();
  const answer = await (await again).response();
  // By then it may have read that its page was left, and have ended.
  expect([200, 409]).toContain(answer?.status());
  await page.getByText(answer?.status() === 200 ? 'Done' : /The turn has ended/).waitFor();
  await page.close();
});

test('the app gives pages their relay, and nothing else of the server', async () => {
  const fill = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${nodes.url}/api/fill`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const statusOf = async (path: string) => (await fetch(`${nodes.url}${path}`)).status;
  expect(await statusOf('/v1/turns')).toBe(404);
  expect(await statusOf('/v1/relay/any')).toBe(401);
  const letter = 'Two for tea.';
  expect((await fill({ agent: 'codex', letter }, { origin: 'https://evil.example' })).status).toBe(
    403,
  );
  expect((await fill({ agent: 'codex' })).status).toBe(400);
  const unknown = await fill({ agent: 'parrot', letter });
  expect(unknown.status).toBe(400);
  expect(await unknown.json()).toMatchObject({ message: expect.stringContaining('"parrot"') });
});

test.each([
  [['--port', 'four'], /a port is a number/],
  [['--sandbox', 'bottle'], /no sandbox called bottle/],
  [['--colour'], /--colour.*npm start/s],
])('the command refuses %j', (args, words) => {
  expect(() => readOptions(args)).toThrow(words);
});

test.each(AGENTS)('what %s did is taken back', async (agent) => {
  const { page, before } = ofAgent(agent);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('You took it back').waitFor();
  expect(await valuesOf(page)).toEqual(before);
  expect(await page.getByLabel('Password').inputValue()).toBe(PASSWORD);
});
