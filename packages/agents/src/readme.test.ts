import { runReadmeExample } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import * as agents from './index.js';

test('the example in the README works as it stands', async () => {
  const readme = new URL('../README.md', import.meta.url);
  const { command } = await runReadmeExample(readme, { '@dragoman/agents': agents }, ['command']);
  expect(command).toMatchObject({ stdin: 'Fix the flaky test.', args: expect.any(Array) });
});
