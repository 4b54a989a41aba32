import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseScript } from './parse-script.js';

test.each([
  ['examples/README.md', 'tidy', 4],
  ['README.md', 'script', 2],
])('the script in %s is one', async (file, name, steps) => {
  const readme = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const [, text = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
  const script = await parseScript(text);
  expect(script.name).toBe(name);
  expect(script.steps).toHaveLength(steps);
});
