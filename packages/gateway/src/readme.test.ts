import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as library from './index.js';

test('the example in the README works as it stands', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```js\n(import .*?)```/s.exec(readme)?.[1] ?? '';
  const body = example.replace(
    /^import (\{.*\}) from '@dragoman\/gateway';$/m,
    'const $1 = library;',
  );
  const AsyncFunction = (async () => {}).constructor;
  const run: unknown = AsyncFunction('library', `${body}\nreturn { output, requests };`);
  if (typeof run !== 'function') throw new Error('the README has no example');
  expect(await run(library)).toMatchObject({
    requests: 1,
    output: [{ content: [{ text: 'Hello.' }] }],
  });
});
