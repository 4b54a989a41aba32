import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled } from '../../test-inputs/open-form.js';
import { openRelayPages, type RelayPages } from '../../test-inputs/relay-pages.js';

const mcp = (tool: string, input: JsonObject) => ({
  mcp: { server: 'caller', tool, arguments: input },
});

/** Fills the only field of a page. */
function fill(label: string, value: string) {
  const [fieldId, selector] = ['css:input', 'input'];
  const field = { fieldId, selector, kind: 'text', label, required: false, currentValue: '' };
  const actions = [{ action: 'fill', fieldId, value }];
  return mcp('executeFormActions', { actions, fields: [field] });
}

const ACT = fill('Name', 'Ada');

/** On a busy machine an agent takes its time. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 });

let pages: RelayPages;
beforeAll(async () => {
  pages = await openRelayPages({
    script: await bundled('../test-inputs/react-relay.ts'),
    scripts: {
      filler: { steps: [ACT, mcp('greet', {}), { say: 'Done.' }] },
      counter: { steps: [fill('Count', '3'), mcp('total', {}), { say: 'Done.' }] },
      actor: { steps: [ACT, { say: 'Done.' }] },
      greeter: { steps: [mcp('greet', {}), { say: 'Done.' }] },
    },
    policy: { limits: { pageMs: 2000 } },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => pages?.close());

test('the example in the README works as it stands', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, component = ''] = /```jsx\n(.*?)```/s.exec(readme) ?? [];
  // Beside the package, where what it imports is found.
  const folder = await mkdtemp(fileURLToPath(new URL('../../dist/readme-', import.meta.url)));
  try {
    await writeFile(join(folder, 'order.jsx'), component);
    const entry = `import { createElement } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Order } from './order.jsx';
      const root = createRoot(document.body.appendChild(document.createElement('main')));
      window.show = (relay) => root.render(createElement(Order, { relay }));`;
    await writeFile(join(folder, 'entry.js'), entry);
    const page = await pages.open('');
    // Instead of the form of the other test.
    await page.evaluate('setShown(false)');
    await page.addScriptTag({ content: await bundled(join(folder, 'entry.js')) });
    const { id, relay } = await pages.begin('counter', ['total']);
    await page.evaluate(`show(${JSON.stringify(relay)})`);
    const [report, total] = await pages.resultsOf(id);
    expect(JSON.stringify(report)).toContain('applied\\":1');
    expect(JSON.stringify(total)).toContain('{\\"euro\\":6}');
    await eventually(() => page.textContent('form p')).toBe('over');
    await page.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a component answers while it is mounted, with its state as it is now', async () => {
  const page = await pages.open('');
  const says = () => page.textContent('output');
  await eventually(says).toBe('idle greet');
  const { id, relay } = await pages.begin('filler', ['greet']);
  await page.evaluate(`setRelay(${JSON.stringify(relay)})`);
  const [report, greeting] = await pages.resultsOf(id);
  expect(report).toMatchObject({ status: 'success' });
  expect(greeting).toMatchObject({ status: 'success', output: 'Hello, Ada.' });
  await eventually(says).toBe('over greet');
  await page.click('button');
  await eventually(() => page.inputValue('input')).toBe('');

  // The relay of another turn, and then nobody who answers it.
  const second = await pages.begin('greeter', ['greet']);
  await page.evaluate(`setRelay(${JSON.stringify(second.relay)})`);
  expect(await pages.resultsOf(second.id)).toMatchObject([{ output: 'Hello, .' }]);
  const third = await pages.begin('actor');
  await page.evaluate('setShown(false)');
  await page.evaluate(`setRelay(${JSON.stringify(third.relay)})`);
  const results = await pages.resultsOf(third.id);
  expect(JSON.stringify(results[0])).toContain('No page that could do executeFormActions');
  await page.close();
}, 60_000);
