import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FormBrowser, openFormBrowser } from '../test-inputs/open-form.js';

let browser: FormBrowser;
beforeAll(async () => {
  browser = await openFormBrowser();
});
afterAll(() => browser?.close());

test('the example in the README works as it stands', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, html = ''] = /```html\n(.*?)```/s.exec(readme) ?? [];
  const [, code = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
  const { page } = await browser.open(html);
  const body = code.replace(/import (\{.*\}) from '@dragoman\/browser';/, 'const $1 = dragoman;');
  const result = await page.evaluate(`(async () => { ${body}; return { fields, report }; })()`);
  expect(result).toMatchObject({
    report: { applied: 2, skipped: 0, warnings: [] },
    fields: [
      { label: 'E-mail' },
      { label: 'Plan' },
      { label: 'Password', filled: true },
      { label: 'Send' },
    ],
  });
  expect(JSON.stringify(result)).not.toContain('hunter2');
  expect(await page.inputValue('select')).toBe('l');
});
