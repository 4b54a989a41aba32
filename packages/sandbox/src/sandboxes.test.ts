import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { defaultSandboxKind, sandboxProviders } from './sandboxes.js';

test('each kind is found under its name', () => {
  const providers = sandboxProviders({ stateDirectory: tmpdir() });
  for (const [kind, provider] of Object.entries(providers)) expect(provider.kind).toBe(kind);
});

test('the default kind works here', async () => {
  const kind = await defaultSandboxKind();
  const { works } = await sandboxProviders()[kind].check();
  expect(works).toBe(true);
});
