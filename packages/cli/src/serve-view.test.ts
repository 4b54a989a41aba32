import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startedTurn, turnResource } from '@dragoman/protocol/http';
import { createKeyStore, createServer } from '@dragoman/server';
import { listen } from '@dragoman/server/node';
import { openBrowser, type TestBrowser, type WatchedPage } from '@dragoman/testkit/browser';
import { loadPage } from '@dragoman/web';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
  type RunningDragoman,
} from '../test-inputs/dragoman-process.js';

vi.setConfig({ testTimeout: 60_000 });

const PATIENCE = { timeout: 20_000, interval: 20 };

/** What an agent may print and say to get at whoever reads it. */
const PRINTED = '\\033[31mred\\033[0m <script>alert(1)</script> abc\\342\\200\\256cba';
const SAID = `<img src=x onerror="alert(2)"> <script>alert(3)</script>

[click](javascript:alert%284%29) and [docs](https://example.com/a)

![pixel](https://example.com/pixel.png)

| a | b |
|---|---|
| **1** | 2 |`;

const SCRIPT = JSON.stringify({
  usage: { input: 1200, cached: 1000, output: 30 },
  steps: [
    [{ think: 'I look first.' }, { run: `printf '${PRINTED}\\n'` }],
    { mcp: { server: 'caller', tool: 'colour', arguments: { of: 'the page' } } },
    { say: SAID },
  ],
});

let fixture: DragomanFixture;
let browser: TestBrowser;
let script: string;
let running: RunningDragoman;
let url: string;
/** A turn that has ended. */
let model: string;

beforeAll(async () => {
  await prepareDragoman();
  fixture = await createDragomanFixture();
  script = await fixture.file('script.yaml', SCRIPT);
  await serve('0');
  [browser, model] = await Promise.all([openBrowser(), begin('Long.', 'long')]);
  await answer(model);
}, 120_000);

afterAll(async () => {
  running.child.kill('SIGTERM');
  await Promise.all([running.ended, browser.close()]);
  await fixture.remove();
});

async function serve(port: string): Promise<void> {
  running = fixture.start([
    'serve',
    '--port',
    port,
    '--script',
    script,
    '--drain',
    '0',
    '--no-log',
  ]);
  await vi.waitFor(() => expect(running.stderr()).toMatch(/curl/), PATIENCE);
  [, url = ''] = /listens on (\S+)/.exec(running.stderr()) ?? [];
}

const tools = [{ name: 'colour', input_schema: { type: 'object' } }];

/** Begins a turn that waits for an answer. */
async function begin(prompt: string, conversation: string): Promise<string> {
  const response = await fetch(`${url}/v1/turns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ agent: 'codex', prompt, conversation, tools }),
  });
  expect(response.status).toBe(202);
  return startedTurn.parse(await response.json()).turn_id;
}

async function answer(id: string): Promise<void> {
  let requestId: string | undefined;
  await vi.waitFor(async () => {
    const response = await fetch(`${url}/v1/turns/${id}`);
    requestId = turnResource.parse(await response.json()).requests[0]?.requestId;
    expect(requestId).toBeDefined();
  }, PATIENCE);
  const response = await fetch(`${url}/v1/turns/${id}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestId, output: 'green' }),
  });
  expect(await response.json()).toEqual({ receipt: 'taken' });
}

/** The lines of a turn that ends. */
async function eventsOf(id: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/v1/turns/${id}/events`);
  return (await response.text()).trim().split('\n');
}

/** Nothing was run, refused or asked for elsewhere. */
function expectHarmless({ faults, origins }: WatchedPage): void {
  expect(faults).toEqual([]);
  expect([...origins]).toEqual([new URL(url).origin]);
}

test('turns are listed as they are, and one is watched as it happens', async () => {
  const first = await browser.open(`${url}/`);
  const { page } = first;
  await page.getByRole('link', { name: 'Long.' }).waitFor();
  const id = await begin('Paint the page.', 'painting');
  // The list learns of it by itself.
  await page.getByText('Waiting').last().waitFor();
  await page.getByRole('link', { name: 'Paint the page.' }).click();
  await page.getByText('The agent waits for an answer to colour.').waitFor();
  expect(new URL(page.url()).hash).toBe(`#/turns/${id}`);
  expect(await page.getByText('Succeeded').count()).toBe(0);

  // What an agent printed is text.
  await page.locator('summary', { hasText: 'printf' }).click();
  const output = page.locator('.output');
  expect(await output.textContent()).toBe('red <script>alert(1)</script> abc⟨U+202E⟩cba\n');
  await answer(id);
  await page.locator('.end.success').waitFor();
  // What was opened is still open, and nothing came twice.
  expect(await output.isVisible()).toBe(true);
  expect(await page.getByRole('article').count()).toBe(5);
  const said = page.locator('.prose').last();
  expect(await said.textContent()).toContain('<img src=x onerror="alert(2)">');
  expect(await said.locator('img, script').count()).toBe(0);
  expect(await said.locator('td strong').textContent()).toBe('1');
  const links = await said
    .locator('a')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
  const rel = 'noopener noreferrer nofollow';
  expect(links).toEqual([
    ['https://example.com/a', rel],
    ['https://example.com/pixel.png', rel],
  ]);

  const shown = await page.getByRole('log').textContent();
  await page.reload();
  await page.locator('.end.success').waitFor();
  await page.locator('summary', { hasText: 'printf' }).click();
  await output.waitFor();
  expect(await page.getByRole('log').textContent()).toBe(shown);
  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByText('3,690', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Turns' }).click();
  await page.getByLabel('State').selectOption('canceled');
  await page.getByText('No such turns.').waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'painting' }).click();
  const conversation = page.getByLabel('Conversation');
  await vi.waitFor(async () => expect(await conversation.inputValue()).toBe('painting'), PATIENCE);
  // The filter acts while somebody types, and leaves them where they are.
  await conversation.fill('paint nothing');
  await page.getByText('No such turns.').waitFor();
  expect(new URL(page.url()).hash).toBe('#/?conversation=paint+nothing');
  expect(await conversation.evaluate((field) => field.matches(':focus'))).toBe(true);
  await conversation.fill('painting');
  await page.getByRole('link', { name: 'Paint the page.' }).waitFor();
  expect(await page.getByText('No such turns.').isVisible()).toBe(false);
  await page.getByText('Succeeded').last().waitFor();
  // Who leaves while typing stays away: the filter brought them back to the list.
  await page.clock.install();
  await conversation.fill('left');
  // As the browser's own buttons do: a click in the page would end the typing.
  await page.evaluate(`location.hash = '#/turns/${id}'`);
  await page.getByRole('link', { name: 'Details' }).waitFor();
  await page.clock.fastForward(1000);
  expect(new URL(page.url()).hash).toBe(`#/turns/${id}`);
  expectHarmless(first);
});

test('a page outlives its server, and reads on where it was', async () => {
  const id = await begin('Wait.', 'waiting');
  const watched = await browser.open(`${url}/#/turns/${id}`);
  const { page } = watched;
  await page.getByText('The agent waits for an answer').waitFor();
  const before = await page.getByRole('article').count();
  running.child.kill('SIGKILL');
  await running.ended;
  await page.getByText('The server does not answer. Trying again').waitFor();
  // Another tab is another view of the turn, which has to be asked for: it was a dead end.
  for (const name of [/^Events/, 'Conversation']) {
    await page.getByRole('link', { name }).click();
    await page.getByText('The server does not answer. Trying again').waitFor();
  }
  await serve(new URL(url).port);
  await page.locator('.end.failed', { hasText: 'owner_lost' }).waitFor();
  expect(await page.getByRole('status').first().isVisible()).toBe(false);
  expect(await page.getByRole('article').count()).toBe(before);
  await page.getByRole('link', { name: /^Events/ }).click();
  const { length } = await eventsOf(id);
  await page.getByText(`${length} events`).waitFor();
  const numbers = await page.locator('.event-row .seq').allTextContents();
  expect(numbers).toHaveLength(length);
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1)));
  expectHarmless(watched);
});

const MANY = 100_000;

test('100,000 events and a line of 10 MB leave the page quick', async () => {
  const id = await writeLongTurn();
  const watched = await browser.open(`${url}/#/turns/${id}/events`);
  const { page } = watched;
  await page.getByText(`${MANY.toLocaleString('en-US')} events`).waitFor();
  const list = page.getByRole('listbox', { name: 'Events' });
  const nodes = () => page.evaluate('document.querySelectorAll("*").length');
  expect(await nodes()).toBeLessThan(600);
  await list.evaluate((node) => node.scrollTo(0, node.scrollHeight));
  await page.getByRole('option', { name: new RegExp(`^${MANY} `) }).click();
  await page.locator('.event-open', { hasText: 'status: "success"' }).waitFor();
  await page.getByLabel('Type of event').selectOption('tool_result');
  await page.keyboard.press('Escape');
  await list.press('ArrowDown');
  await page.locator('.event-open', { hasText: 'Show more: 10.0M characters are left' }).waitFor();

  await page.getByRole('link', { name: 'Conversation' }).click();
  await page.getByText('Step 150.', { exact: true }).waitFor();
  expect(await nodes()).toBeLessThan(3000);
  await page.getByRole('button', { name: 'Latest' }).click();
  await page.locator('.end.success').waitFor();
  expect(await nodes()).toBeLessThan(3000);
  await page.getByRole('button', { name: /^Show earlier messages/ }).click();
  expect(await page.getByRole('article').count()).toBe(400);
  expectHarmless(watched);
});

/** The journal of a turn as long as a day, made of a real one. */
async function writeLongTurn(): Promise<string> {
  const id = `${model.slice(0, -1)}${model.endsWith('0') ? '1' : '0'}`;
  const turns = join(fixture.state, 'turns');
  await cp(join(turns, model), join(turns, id), { recursive: true });
  const end = { ...JSON.parse((await eventsOf(model)).at(-1) ?? ''), seq: MANY };
  const record = JSON.parse(await readFile(join(turns, id, 'turn.json'), 'utf8'));
  await writeFile(join(turns, id, 'turn.json'), JSON.stringify({ ...record, id, end }));
  const ts = new Date().toISOString();
  // The number comes early in a line, where readers look for it.
  const line = ({ type, ...fields }: { type: string }, seq: number) =>
    JSON.stringify({ type, seq, ts, ...fields });
  const call = { type: 'tool_use', tool_id: 'a', tool_name: 'Bash', kind: 'command' };
  const output = 'x'.repeat(10_020_000);
  const lines = [
    line({ ...call, ...{ parameters: { command: 'x' } } }, 1),
    line({ type: 'tool_result', ...{ tool_id: 'a', status: 'success', output } }, 2),
  ];
  for (let seq = 3; seq < MANY; seq += 1) {
    const fields = { role: 'assistant', content: `Step ${seq}.`, delta: false };
    lines.push(line({ type: 'message', ...fields }, seq));
  }
  lines.push(line(end, MANY));
  await writeFile(join(turns, id, 'events.ndjson'), `${lines.join('\n')}\n`);
  return id;
}

test('where keys are needed the page asks for one, under any path', async () => {
  const keys = createKeyStore(join(fixture.temporary, 'keyed'));
  const { key } = await keys.add('the page');
  const server = createServer({
    policy: {
      agents: { codex: { access: { kind: 'script', script: { steps: [] } } } },
      workspaces: { app: { path: fixture.workspace } },
      sandbox: 'process',
    },
    stateDirectory: join(fixture.temporary, 'keyed'),
    basePath: '/agents',
    keys,
    page: await loadPage(),
  });
  const listening = await listen(server);
  try {
    const { page, faults } = await browser.open(`${listening.url}/agents`);
    expect(page.url()).toBe(`${listening.url}/agents/`);
    await page.getByText('This server needs a key').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Key').fill('drg_wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('This key is not known here').waitFor();
    await page.getByLabel('Key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByText('No turns yet').waitFor();
    // The command that it offers was refused without it.
    await page.getByText('-H "authorization: Bearer $KEY"').waitFor();
    expect(page.url()).not.toContain(key);
    await page.reload();
    await page.getByText('No turns yet').waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByText('This server needs a key').waitFor();
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
    ).toBe('[{},{}]');
    expect(faults).toEqual([]);
  } finally {
    await listening.close();
  }
});
