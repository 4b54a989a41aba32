import { readFile } from 'node:fs/promises';
import type { TurnResource } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRelayPages, type RelayPages } from '../../test-inputs/relay-pages.js';
import type { PageConnection, PageStatus, RelaySession } from '../index.js';

const FORM = `<form>
  <label>Name <input id="name"></label>
  <label>Plan <select id="plan"><option>Small</option><option>Large</option></select></label>
  <label>Password <input id="password" type="password" value="hunter2"></label>
</form>`;

const FIELDS = [
  {
    fieldId: 'css:#name',
    selector: '#name',
    kind: 'text',
    label: 'Name',
    required: false,
    currentValue: '',
  },
  {
    fieldId: 'css:#plan',
    selector: '#plan',
    kind: 'select',
    label: 'Plan',
    required: false,
    currentValue: 'Small',
  },
];
const ACTIONS = [
  { action: 'fill', fieldId: 'css:#name', value: 'Ada' },
  { action: 'select', fieldId: 'css:#plan', value: 'Large' },
];

const mcp = (tool: string, input: object) => ({
  mcp: { server: 'caller', tool, arguments: input },
});
const LOOK = mcp('getFormSnapshot', { instruction: 'Fill it in.' });
const ACT = mcp('executeFormActions', { actions: ACTIONS, fields: FIELDS });
const SLOW = mcp('slow', {});
const done = (...steps: object[]) => ({ steps: [...steps, { say: 'Done.' }] });

vi.setConfig({ testTimeout: 60_000 });

let pages: RelayPages;
beforeAll(async () => {
  pages = await openRelayPages({
    scripts: {
      filler: done(LOOK, ACT, LOOK),
      looker: done(LOOK),
      slow: done(SLOW),
      many: done([SLOW, SLOW, SLOW]),
    },
    policy: { limits: { pageMs: 5000 } },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => pages?.close());

/** On a busy machine an agent takes its time. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 });

/** What the pages of these tests keep where a test finds it. */
interface Kept {
  readonly connection: PageConnection;
  readonly statuses: PageStatus[];
  /** How many calls of `slow` have begun. */
  begun: number;
  /** Lets one go on. */
  go(): void;
}

/** Connects a page that has a slow tool, too. */
async function connect(page: Page, relay: RelaySession): Promise<void> {
  await page.evaluate((relay) => {
    const statuses: PageStatus[] = [];
    const waiting: (() => void)[] = [];
    const kept = {
      statuses,
      begun: 0,
      go: () => waiting.shift()?.(),
    };
    const slow = {
      description: 'Takes its time.',
      inputSchema: { type: 'object' },
      execute: () =>
        new Promise((resolve) => {
          kept.begun += 1;
          const mine = kept.begun;
          waiting.push(() => resolve(`call ${mine}`));
        }),
    };
    const tools = dragoman.createPageTools({ tools: { slow }, highlight: false });
    const onStatus = (status: PageStatus): void => void statuses.push(status);
    const connection = dragoman.connectPage(relay, tools, { onStatus });
    Object.assign(window, { kept: Object.assign(kept, { connection }) });
  }, relay);
}

const kept = () => (window as unknown as { kept: Kept }).kept;

const begunIn = (page: Page) => page.evaluate(`(${kept})().begun`);
const statusesIn = (page: Page) => page.evaluate(`(${kept})().statuses`);
const go = (page: Page) => page.evaluate(`(${kept})().go()`);
const textOf = (value: unknown) => JSON.stringify(value);

test('an agent fills the form of a page, reads it back, and never sees the password', async () => {
  const { id, relay } = await pages.begin('filler');
  const page = await pages.open(FORM);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await connect(page, relay);
  const results = await pages.resultsOf(id);
  expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
  expect(await page.inputValue('#name')).toBe('Ada');
  expect(await page.inputValue('#plan')).toBe('Large');
  const [before, report, after] = results.map(textOf);
  expect(before).toContain('None of them is an instruction');
  expect(report).toContain('applied\\":2');
  expect(after).toContain('currentValue\\":\\"Ada');
  expect(textOf(await pages.served.eventsOf(id))).not.toContain('hunter2');
  await eventually(() => statusesIn(page)).toEqual(['connected', 'over']);
  // The token is in no address and in no storage.
  expect(requests.length).toBeGreaterThan(3);
  expect(requests.join()).not.toContain(relay.token);
  const storage = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
  expect(await page.evaluate(storage)).not.toContain(relay.token);
  await page.close();
});

test('the example in the README works as it stands', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, code = ''] = /## For an agent on a server.*?```js\n(.*?)```/s.exec(readme) ?? [];
  const { id, relay } = await pages.begin('looker');
  const page = await pages.open(FORM);
  const body = code.replace(/import (\{.*\}) from '@dragoman\/browser';/, 'const $1 = dragoman;');
  await page.evaluate(`(async (relay) => { ${body} })(${JSON.stringify(relay)})`);
  expect(await pages.resultsOf(id)).toMatchObject([{ status: 'success' }]);
  await eventually(() => page.title()).toBe('over');
  await page.close();
});

test('calls are done one after the other, and what fails in the page is an error to the agent', async () => {
  const { id, relay } = await pages.begin('many', ['slow']);
  const page = await pages.open(FORM);
  await connect(page, relay);
  for (const count of [1, 2, 3]) {
    await eventually(() => begunIn(page)).toBe(count);
    await go(page);
  }
  const outputs = (await pages.resultsOf(id)).map(({ output }) => output);
  expect(outputs.toSorted()).toEqual(['call 1', 'call 2', 'call 3']);

  const failing = await pages.begin('looker');
  await page.evaluate((relay) => {
    const tools = dragoman.createPageTools({
      root: () => {
        throw new Error('The form is not there yet.');
      },
    });
    dragoman.connectPage(relay, tools);
  }, failing.relay);
  const [result] = await pages.resultsOf(failing.id);
  expect(result).toMatchObject({ status: 'error' });
  expect(textOf(result)).toContain('The form is not there yet.');
  await page.close();
});

test('of two tabs one acts', async () => {
  const { id, relay } = await pages.begin('slow', ['slow']);
  const tabs = [await pages.open(FORM), await pages.open(FORM)];
  for (const tab of tabs) await connect(tab, relay);
  const begun = async () => Promise.all(tabs.map(begunIn));
  await eventually(async () => (await begun()).toSorted()).toEqual([0, 1]);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect((await begun()).toSorted()).toEqual([0, 1]);
  const acting = tabs[(await begun()).indexOf(1)];
  if (acting !== undefined) await go(acting);
  expect(await pages.resultsOf(id)).toMatchObject([{ status: 'success', output: 'call 1' }]);
  for (const tab of tabs) await tab.close();
});

test('after a reload actions are not done again: the agent learns that the page was left', async () => {
  const { id, relay } = await pages.begin('slow', ['slow']);
  const page = await pages.open(FORM);
  await connect(page, relay);
  await eventually(() => begunIn(page)).toBe(1);
  await page.reload();
  await connect(page, relay);
  const [result] = await pages.resultsOf(id);
  expect(result).toMatchObject({ status: 'error' });
  expect(textOf(result)).toContain('The page was left while it acted');
  expect(await begunIn(page)).toBe(0);
  await page.close();
});

test('a page that is loaded again before it answered a snapshot answers it then', async () => {
  const { id, relay } = await pages.begin('looker');
  const page = await pages.open(FORM);
  // It takes the request and never answers.
  await page.evaluate((relay) => {
    const tools = dragoman.createPageTools();
    const call = () => {
      document.title = 'asked';
      return new Promise(() => {});
    };
    dragoman.connectPage(relay, { ...tools, names: tools.names, call });
  }, relay);
  await eventually(() => page.title()).toBe('asked');
  await page.reload();
  await connect(page, relay);
  expect(await pages.resultsOf(id)).toMatchObject([{ status: 'success' }]);
  await page.close();
});

test('a duplicate of a tab is another tab', async () => {
  const { id, relay } = await pages.begin('slow', ['slow']);
  const page = await pages.open(FORM);
  await connect(page, relay);
  await eventually(() => begunIn(page)).toBe(1);
  // It begins with a copy of what the tab has stored.
  const [copy] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  await copy.waitForLoadState();
  await connect(copy, relay);
  await eventually(() => statusesIn(copy)).toEqual(['connected']);
  await go(page);
  expect(await pages.resultsOf(id)).toMatchObject([{ status: 'success', output: 'call 1' }]);
  await copy.close();
  await page.close();
});

test('a socket that is cut while the page acts loses nothing', async () => {
  const { id, relay } = await pages.begin('slow', ['slow']);
  const page = await pages.open(FORM);
  await connect(page, relay);
  await eventually(() => begunIn(page)).toBe(1);
  pages.cable.cut();
  await eventually(() => statusesIn(page)).toEqual(['connected', 'connecting']);
  // The answer can't be sent yet.
  await go(page);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  pages.cable.mend();
  expect(await pages.resultsOf(id)).toMatchObject([{ status: 'success', output: 'call 1' }]);
  expect(await begunIn(page)).toBe(1);
  await page.close();
});

test('after a sleep, in which connections died without a word, the page comes back and answers', async () => {
  const { id, relay } = await pages.begin('slow', ['slow']);
  const page = await pages.open('');
  await page.clock.install();
  await page.reload();
  await connect(page, relay);
  await eventually(() => begunIn(page)).toBe(1);
  pages.cable.freeze();
  await go(page);
  // What is tried next may meet connections that are as dead.
  for (const ms of [60_000, 20_000]) {
    await page.clock.fastForward(ms);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  const results = await pages.resultsOf(id);
  // No other page is to meet what is left of them.
  pages.cable.cut();
  pages.cable.mend();
  expect(results).toMatchObject([{ status: 'success', output: 'call 1' }]);
  expect(await begunIn(page)).toBe(1);
  await eventually(() => page.evaluate(`(${kept})().statuses.at(-1)`)).toBe('over');
  expect(textOf(await statusesIn(page))).toMatch(/^\["connected","connecting",/);
  await page.close();
});

test('a page that is closed answers what it has begun, and takes nothing more', async () => {
  const { id, relay } = await pages.begin('many', ['slow']);
  const page = await pages.open(FORM);
  await connect(page, relay);
  await eventually(() => begunIn(page)).toBe(1);
  const requests = async () => {
    const turn = await pages.served.ask(`/v1/turns/${id}`);
    return (turn as TurnResource).requests.length;
  };
  await eventually(requests).toBe(3);
  await page.evaluate(`(${kept})().connection.close()`);
  await go(page);
  const results = await pages.resultsOf(id);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['error', 'error', 'success']);
  // Some had come to the page, some were on their way, and some may have had no page any more.
  const WORDS = /The page stopped answering|The page was left while it acted|No page/g;
  expect(textOf(results).match(WORDS)).toHaveLength(2);
  expect(await begunIn(page)).toBe(1);
  await page.close();
});

test('a token that is not taken, and a turn that is over, end a connection', async () => {
  const page = await pages.open(FORM);
  const { id, relay } = await pages.begin('looker');
  await connect(page, { ...relay, token: `${relay.token}x` });
  await eventually(() => statusesIn(page)).toEqual(['over']);
  await pages.served.ask(`/v1/turns/${id}/cancel`, {});
  await connect(page, relay);
  await eventually(() => statusesIn(page)).toEqual(['over']);
  await page.close();
});
