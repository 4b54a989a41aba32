import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sandboxConformance, shareSandbox } from '@dragoman/testkit/sandbox-conformance';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { SandboxProvider } from './contract.js';

/** From here the example finds the packages, in this process and in another. */
const BUILD = fileURLToPath(new URL('../dist', import.meta.url));
const EXAMPLE = /^## Write a provider\n.*?^```js\n(.*?)^```$/ms;

let folder: string;
let shared: ReturnType<typeof shareSandbox>;

beforeAll(async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  folder = await mkdtemp(join(BUILD, 'write-a-provider-'));
  const path = join(folder, 'nice-sandboxes.mjs');
  await writeFile(path, EXAMPLE.exec(readme)?.[1] ?? '');
  const module = pathToFileURL(path).href;
  const made: {
    createNiceSandboxes(options: { stateDirectory: string }): SandboxProvider;
  } = await import(module);
  shared = shareSandbox({
    provider: (stateDirectory) => made.createNiceSandboxes({ stateDirectory }),
    elsewhere: { module, function: 'createNiceSandboxes' },
  });
});

afterAll(async () => {
  await shared.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the provider that the README writes', () => {
  for (const { name, check } of sandboxConformance) {
    test(name, () => check(shared.subject), 120_000);
  }
});
