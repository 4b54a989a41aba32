import type { JsonObject } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled } from '../../test-inputs/open-form.js';
import { openRelayPages, type RelayPages } from '../../test-inputs/relay-pages.js';

const FIELD = {
  fieldId: 'css:input',
  selector: 'input',
  kind: 'text',
  label: 'Name',
  required: false,
  currentValue: '',
};
const ACTIONS = [{ action: 'fill', fieldId: 'css:input', value: 'Ada' }];

const mcp = (tool: string, input: JsonObject) => ({
  mcp: { server: 'caller', tool, arguments: input },
});
const ACT = mcp('executeFormActions', { actions: ACTIONS, fields: [FIELD] });

let pages: RelayPages;
beforeAll(async () => {
  pages = await openRelayPages({
    script: await bundled('../test-inputs/react-relay.ts'),
    scripts: {
      filler: { steps: [ACT, mcp('greet', {}), { say: 'Done.' }] },
      actor: { steps: [ACT, { say: 'Done.' }] },
      greeter: { steps: [mcp('greet', {}), { say: 'Done.' }] },
    },
    policy: { limits: { pageMs: 2000 } },
  });
}, INSTALL_TIMEOUT_MS);
afterAll(() => pages?.close());

test('a component answers while it is mounted, with its state as it is now', async () => {
  const page = await pages.open('');
  const says = () => page.textContent('output');
  await expect.poll(says).toBe('idle greet');
  const { id, relay } = await pages.begin('filler', ['greet']);
  await page.evaluate(`setRelay(${JSON.stringify(relay)})`);
  const [report, greeting] = await pages.resultsOf(id);
  expect(report).toMatchObject({ status: 'success' });
  expect(greeting).toMatchObject({ status: 'success', output: 'Hello, Ada.' });
  await expect.poll(says).toBe('over greet');
  await page.click('button');
  await expect.poll(() => page.inputValue('input')).toBe('');

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
