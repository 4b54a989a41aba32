import { expect, test } from 'vitest';
import * as testkit from './index.js';

test('the example in the README works as it stands', async () => {
  const readme = new URL('../README.md', import.meta.url);
  const modules = { '@dragoman/testkit': testkit };
  const results = await testkit.runReadmeExample(readme, modules, ['live', 'bytes']);
  expect(results.live).not.toHaveLength(0);
  expect(results.bytes).toBeInstanceOf(Uint8Array);
});
