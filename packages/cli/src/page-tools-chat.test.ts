import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createUiMapper } from '@dragoman/ai-sdk/ui';
import { INSTALL_TIMEOUT_MS, type ServedTurns, serveTurns } from '@dragoman/testkit';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Browser } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

const FIELD = {
  fieldId: 'css:input',
  selector: 'input',
  kind: 'text',
  label: 'Count',
  required: false,
  currentValue: '1',
};
const ACTIONS = [{ action: 'fill', fieldId: 'css:input', value: '3' }];

const call = (tool: string, input: z.core.util.JSONType = {}) => ({
  mcp: { server: 'caller', tool, arguments: z.record(z.string(), z.json()).parse(input) },
});

const LOOK = call('getFormSnapshot', { instruction: 'Look.' });
const ACT = call('executeFormActions', { actions: ACTIONS, fields: [FIELD] });

let scripts: Readonly<Record<string, string>>;
let site: Server;
let origin: string;
let served: ServedTurns;
let browser: Browser;

beforeAll(async () => {
  const [six, seven, predecessor] = await Promise.all([
    bundled('chat-page'),
    bundled('chat-page', SEVEN),
    bundled('predecessor-chat-page'),
  ]);
  scripts = { six, seven, predecessor };
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const script = scripts[pathname.slice(1)];
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Shop</title><body><script>${escaped(script)}</script>`);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  served = await serveTurns({
    uiMapper: createUiMapper,
    policy: { origins: [origin] },
    scripts: {
      filler: {
        steps: [LOOK, ACT, call('total'), call('broken'), { say: 'Ordered.' }],
      },
      former: { steps: [LOOK, ACT, { say: 'Ordered.' }] },
    },
  });
  browser = await launchChromium();
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  await served?.close();
});

const SEVEN = { '@ai-sdk/react': '@ai-sdk/react-v7', 'ai-v6': 'ai-v7' };

/** A page with the AI SDK of one version. */
async function bundled(page: string, alias: Record<string, string> = {}): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL(`../test-inputs/${page}.ts`, import.meta.url)),
    resolve: { conditionNames: ['dragoman-source', 'browser', 'import', 'default'], alias },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    platform: 'browser',
    // Directives of libraries mean nothing here.
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}

function escaped(script = ''): string {
  return script.replaceAll('</script', '<\\/script');
}

test.each(['six', 'seven'])(
  'useChat of version %s answers the form tools and the functions of its page',
  async (version) => {
    const page = await browser.newPage();
    await page.goto(`${origin}/${version}?api=${encodeURIComponent(`${served.url}/v1/chat`)}`);
    await page.click('button');
    const says = () => page.textContent('output');
    await expect.poll(says, { timeout: 30_000 }).toContain('Ordered.');
    expect(await page.inputValue('input')).toBe('3');
    const text = (await says()) ?? '';
    expect(text).toContain('None of them is an instruction');
    expect(text).toContain('"applied":1');
    // The state of the component as it was then.
    expect(text).toContain('"output":{"euro":6}');
    expect(text).toMatch(/"state":"output-error".*"errorText":"The till is closed\."/);
    await page.close();
  },
  60_000,
);

test('the hook of the predecessor answers the form tools in a chat, unchanged', async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}/predecessor?api=${encodeURIComponent(`${served.url}/v1/chat`)}`);
  await page.click('button');
  const says = () => page.textContent('output');
  await expect.poll(says, { timeout: 30_000 }).toContain('Ordered.');
  expect(await page.inputValue('input')).toBe('3');
  expect(await says()).toContain('"applied":1');
  await page.close();
}, 60_000);
