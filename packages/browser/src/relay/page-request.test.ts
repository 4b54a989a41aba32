import type { JsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openRelayPages, type RelayPages } from '../../test-inputs/relay-pages.js';
import type { RelaySession } from './connect-page.js';

const mcp = (tool: string, input: JsonObject) => ({
  mcp: { server: 'caller', tool, arguments: input },
});
const LOOK = mcp('getFormSnapshot', { instruction: 'Look.' });
const MANY = 20;

vi.setConfig({ testTimeout: 60_000 });

let pages: RelayPages;
beforeAll(async () => {
  const many = Array.from({ length: MANY }, (_, number) => mcp('echo', { number }));
  pages = await openRelayPages({
    scripts: {
      many: { steps: [many, { say: 'Done.' }] },
      odd: {
        steps: [mcp('huge', {}), mcp('circular', {}), mcp('nothing', {}), LOOK, { say: '.' }],
      },
      leaver: { steps: [mcp('leave', {}), LOOK, { say: 'Done.' }] },
    },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => pages?.close());

/** Connects a page whose functions give what is hard to send. */
function connect(page: Page, relay: RelaySession): Promise<void> {
  return page.evaluate((relay) => {
    const circular: unknown[] = [];
    circular.push(circular);
    const give = (execute: (input: unknown) => unknown) => ({
      description: 'Gives something.',
      inputSchema: { type: 'object' },
      execute,
    });
    const tools = dragoman.createPageTools({
      tools: {
        echo: give((input) => input),
        huge: give(() => 'x'.repeat(6_000_000)),
        circular: give(() => circular),
        nothing: give(() => {}),
        leave: give(() => void document.querySelector('a')?.click()),
      },
    });
    dragoman.connectPage(relay, tools);
  }, relay);
}

test('many requests at once are each done once, each with its own answer', async () => {
  const { id, relay } = await pages.begin('many', ['echo']);
  const page = await pages.open('');
  await connect(page, relay);
  const results = await pages.resultsOf(id);
  const numbers = results.map(({ output }) => JSON.parse(String(output)).number as number);
  expect(numbers.toSorted((one, other) => one - other)).toEqual([...Array(MANY).keys()]);
  await page.close();
});

test('an answer that is too large, or that can’t be sent, is an error in words, and the page goes on', async () => {
  const { id, relay } = await pages.begin('odd', ['huge', 'circular', 'nothing']);
  const page = await pages.open('<input aria-label="Name">');
  await connect(page, relay);
  const results = await pages.resultsOf(id);
  expect(results.map(({ status }) => status)).toEqual(['error', 'error', 'success', 'success']);
  const [huge, circular, nothing, fields] = results.map(({ output }) => String(output));
  expect(huge).toBe('What the page has to say is too large to be sent.');
  expect(circular).toMatch(/circular/);
  expect(nothing).toBe('null');
  expect(fields).toContain('Name');
  await page.close();
});

test('what a page does that leads to another page is answered, and the next page goes on', async () => {
  const { id, relay } = await pages.begin('leaver', ['leave']);
  const page = await pages.open('<a href="/?html=<input+id=next>">Next</a>');
  await connect(page, relay);
  await page.waitForURL(/id=next|id%3Dnext/);
  await page.locator('#next').waitFor();
  await connect(page, relay);
  const results = await pages.resultsOf(id);
  expect(results).toMatchObject([{}, { status: 'success' }]);
  // It had been left, or just not yet.
  expect(JSON.stringify(results[0])).toMatch(/null|The page was left while it acted/);
  expect(JSON.stringify(results[1])).toContain('css:#next');
  await page.close();
});
