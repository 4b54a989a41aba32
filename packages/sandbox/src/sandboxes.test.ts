import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { type SandboxKind, sandboxKinds } from './contract.js';
import { defaultSandboxKind, sandboxProvider, sandboxProviders } from './sandboxes.js';

test('each kind is found under its name', () => {
  const providers = sandboxProviders({ stateDirectory: tmpdir() });
  expect(Object.keys(providers)).toEqual(sandboxKinds);
  for (const [kind, provider] of Object.entries(providers)) expect(provider.kind).toBe(kind);
});

test('a kind that nobody knows is told from those that there are', () => {
  const kind: SandboxKind = JSON.parse('"jail"');
  expect(() => sandboxProvider(kind)).toThrow(
    'There is no kind of sandbox called jail, only process, bubblewrap, container.',
  );
});

test('the default kind works here', async () => {
  const kind = await defaultSandboxKind();
  const { works } = await sandboxProviders()[kind].check();
  expect(works).toBe(true);
});
