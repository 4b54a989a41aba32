import { runReadmeExample } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import * as gateway from './index.js';

test('the example in the README works as it stands', async () => {
  const readme = new URL('../README.md', import.meta.url);
  const modules = { '@dragoman/gateway': gateway };
  expect(await runReadmeExample(readme, modules, ['output', 'requests'])).toMatchObject({
    requests: 1,
    output: [{ content: [{ text: 'Hello.' }] }],
  });
});
