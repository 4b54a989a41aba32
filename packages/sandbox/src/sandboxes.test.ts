import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { type SandboxKind, sandboxKinds } from './contract.js';
import { defaultSandboxKind, sandboxProvider, sandboxProviders } from './sandboxes.js';

test('each kind is found under its name', () => {
  const providers = sandboxProviders({ stateDirectory: tmpdir() });
  expect(Object.keys(providers)).toEqual(sandboxKinds);
  for (const [kind, provider] of Object.entries(providers)) expect(provider.kind).toBe(kind);
});

test('a kind that nobody knows is refused with those that there are', () => {
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

test.each(['/', '/usr', '/etc/ssl'])(
  'for a workspace in %s the reason is the folder, not the bubblewrap that lies there',
  async (folder) => {
    await expect(defaultSandboxKind(folder)).rejects.toMatchObject({
      code: 'workspace_unsuitable',
      message: expect.stringMatching(/it belongs to the system.*Take the folder of a project\.$/),
    });
  },
);
