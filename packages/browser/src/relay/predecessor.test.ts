import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundled } from '../../test-inputs/open-form.js';
import { openRelayPages, type RelayPages } from '../../test-inputs/relay-pages.js';

vi.setConfig({ testTimeout: 60_000 });

const FORM = `<form>
  <label>Name <input data-browser-tool-id="name"></label>
  <label>Plan <select id="plan"><option>Small</option><option>Large</option></select></label>
  <label><input type="checkbox" id="terms"> Terms</label>
  <label>Note <textarea name="note"></textarea></label>
</form>`;

const ACTIONS = [
  { action: 'fill', fieldId: 'bt:name', value: 'Ada' },
  { action: 'select', fieldId: 'css:#plan', value: 'Large' },
  { action: 'click', fieldId: 'css:#terms' },
  { action: 'fill', fieldId: 'css:#gone', value: 'x' },
];

const mcp = (tool: string, input: JsonObject) => ({
  mcp: { server: 'caller', tool, arguments: input },
});
const LOOK = mcp('getFormSnapshot', { instruction: 'Fill it in.' });
const ACT = mcp('executeFormActions', { actions: ACTIONS, fields: [] });

/** A panel of the page, as its documentation has it. */
const PANEL = `import { BrowserToolProvider, PromptPanel } from '@giselles-ai/browser-tool/react';
  import { createElement as h } from 'react';
  import { createRoot } from 'react-dom/client';
  export function showPanel(endpoint) {
    const panel = h(BrowserToolProvider, { endpoint }, h(PromptPanel, { mount: 'inline' }));
    createRoot(document.body.appendChild(document.createElement('aside'))).render(panel);
  }`;

type Plan = (asked: unknown) => Promise<{ readonly actions: readonly unknown[] }>;

let pages: RelayPages;
let folder: string;
let plan: Plan;

beforeAll(async () => {
  // Beside the package, where what the example imports is found.
  folder = await mkdtemp(fileURLToPath(new URL('../../dist/predecessor-', import.meta.url)));
  const text = await readFile(
    new URL('../../../../docs/server/agent-api.md', import.meta.url),
    'utf8',
  );
  const [, example = ''] = /\n## Pages\n.*?```js\n(.*?)```/s.exec(text) ?? [];
  await writeFile(join(folder, 'answer-agent.js'), example);
  await writeFile(join(folder, 'panel.js'), PANEL);
  const entry = `export { answerAgent } from './answer-agent.js';
    export { showPanel } from './panel.js';
    export { execute, snapshot } from '@giselles-ai/browser-tool/dom';`;
  await writeFile(join(folder, 'entry.js'), entry);
  pages = await openRelayPages({
    script: await bundled(join(folder, 'entry.js')),
    scripts: { filler: { steps: [LOOK, ACT, LOOK, { say: 'Done.' }] } },
  });
  plan = await planOf(text);
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  await pages?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** The app's part of a plan: two examples of the page, as they are there. */
async function planOf(text: string): Promise<Plan> {
  const [run = ''] = /^async function run.*?^}$/ms.exec(text) ?? [];
  const [, body = ''] = /\n### What a page only plans\n.*?```js\n(.*?)```/s.exec(text) ?? [];
  const path = join(folder, 'plan.mjs');
  const variables = `const url = ${JSON.stringify(pages.served.url)}, key = 'none';`;
  await writeFile(path, `${variables}\n${run}\n${body}`);
  const module: { plan: Plan } = await import(path);
  return module.plan;
}

type Line = Record<string, unknown>;

/** A run, as the app of the page asks for it, and each of its lines as it comes. */
async function* run(body: object): AsyncGenerator<Line, void> {
  const response = await fetch(`${pages.served.url}/agent-api/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'agent.run', agent_type: 'filler', ...body }),
  });
  let text = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + piece).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Line;
  }
}

async function all(lines: AsyncIterable<Line>): Promise<Line[]> {
  const read: Line[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

/** What the agent got, and what the form has now. */
async function expectFilled(page: Page, lines: readonly Line[]): Promise<void> {
  expect(lines.at(-1)).toMatchObject({ type: 'end', outcome: 'completed' });
  const results = lines.filter(({ type }) => type === 'tool_result');
  expect(results).toMatchObject([
    { status: 'success' },
    { status: 'success' },
    { status: 'success' },
  ]);
  const [before, report, after] = results.map(({ output }) => JSON.stringify(output));
  expect(before).toContain('bt:name');
  expect(report).toContain('Element not found for fieldId: css:#gone');
  expect(report).toMatch(/applied\\*":3/);
  expect(after).toContain('Ada');
  expect(await page.inputValue('[data-browser-tool-id=name]')).toBe('Ada');
  expect(await page.inputValue('#plan')).toBe('Large');
  expect(await page.isChecked('#terms')).toBe(true);
}

test('the page library of the predecessor answers by the relay of a run, unchanged', async () => {
  const page = await pages.open(FORM);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const lines = run({ chat_id: 'relay', message: 'Fill it in.', relay: true });
  const { value: session } = await lines.next();
  expect(session).toMatchObject({ type: 'relay.session' });
  const answering = page.evaluate(`dragoman.answerAgent(${JSON.stringify(session)})`);
  await expectFilled(page, await all(lines));
  await answering;
  const { token } = session as { token: string };
  expect(addresses.filter((address) => address.includes('/agent-api/relay'))).not.toEqual([]);
  expect(addresses.join()).not.toContain(token);
  await page.close();
});

test('its functions answer by results of tools, from one pause to the next', async () => {
  const page = await pages.open(FORM);
  const chat = { chat_id: 'results', message: 'Fill it in.' };
  const read = await all(run(chat));
  const tool_results: object[] = [];
  for (let last = read.at(-1); last?.outcome === 'paused'; last = read.at(-1)) {
    const request = read.findLast(({ type }) => String(type).endsWith('_request')) ?? {};
    const isLook = request.type === 'snapshot_request';
    const { actions, fields } = request;
    const output = await page.evaluate(
      isLook
        ? '({ fields: dragoman.snapshot() })'
        : `({ report: dragoman.execute(${JSON.stringify(actions)}, ${JSON.stringify(fields)}) })`,
    );
    const toolName = isLook ? 'getFormSnapshot' : 'executeFormActions';
    tool_results.push({ toolCallId: request.requestId, toolName, output });
    // As its clients do: the message once more, and all results that there were.
    read.push(...(await all(run({ ...chat, tool_results }))));
  }
  expect(tool_results).toHaveLength(3);
  await expectFilled(page, read);
  await page.close();
});

test('its panel shows what the agent would do, and does it when the person applies it', async () => {
  const page = await pages.open(FORM);
  await page.route('**/plan', async (route) => {
    await route.fulfill({ json: await plan(route.request().postDataJSON()) });
  });
  await page.evaluate(`dragoman.showPanel('/plan')`);
  await page.getByLabel('Instruction').fill('Fill it in for Ada.');
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByText('Plan created: 4 action(s).').waitFor();
  expect(await page.inputValue('[data-browser-tool-id=name]')).toBe('');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('Applied 3 action(s), skipped 1.').waitFor();
  expect(await page.inputValue('[data-browser-tool-id=name]')).toBe('Ada');
  expect(await page.inputValue('#plan')).toBe('Large');
  expect(await page.isChecked('#terms')).toBe(true);
  await page.close();
});
