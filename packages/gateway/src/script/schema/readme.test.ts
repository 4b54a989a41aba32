import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseScript } from './parse-script.js';

test('the script in the README of the examples is one', async () => {
  const readme = await readFile(new URL('../../../examples/README.md', import.meta.url), 'utf8');
  const [, text = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
  const { name, steps } = parseScript(text);
  expect(name).toBe('tidy');
  expect(steps).toHaveLength(4);
});
