import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../test-inputs/memory-terminal.js';
import { trustConfig } from '../commands/config/trust.js';
import { readOptions } from '../commands/exec/read-options.js';
import { applyConfig } from './apply-config.js';
import { configTrust } from './config-trust.js';

let root: string;
let state: string;
let link: string;
beforeEach(() => {
  // Not in a temporary folder, where nothing is trusted.
  const beside = fileURLToPath(new URL('../../.linked-config-', import.meta.url));
  root = realpathSync(mkdtempSync(beside));
  state = join(root, 'state');
  link = join(root, 'home/.config/dragoman/config.yaml');
  for (const folder of ['project', 'dotfiles/dragoman', 'home/.config/dragoman']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'dotfiles/dragoman/config.yaml'), 'agent: claude\n');
  vi.stubEnv('XDG_CONFIG_HOME', join(root, 'home/.config'));
  vi.stubEnv('DRAGOMAN_STATE', state);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const LINKS: readonly [string, () => void][] = [
  ['the file', () => symlinkSync('../../../dotfiles/dragoman/config.yaml', link)],
  [
    'its folder',
    () => {
      rmSync(join(root, 'home/.config/dragoman'), { recursive: true });
      symlinkSync(join(root, 'dotfiles/dragoman'), join(root, 'home/.config/dragoman'));
    },
  ],
  [
    'the folder of all settings',
    () => {
      rmSync(join(root, 'home/.config'), { recursive: true });
      symlinkSync(join(root, 'dotfiles'), join(root, 'home/.config'));
    },
  ],
];

const agentIn = async (folder: string) => {
  const { settings, notes } = await applyConfig({}, join(root, folder), state);
  return [settings.find(({ name }) => name === 'agent')?.value, ...notes];
};

test.each(LINKS)('a file of the user that is linked, %s, is read', async (_, make) => {
  make();
  expect(await agentIn('project')).toEqual(['claude']);
});

test.each(LINKS)('where an agent works it is not, whatever is linked: %s', async (_, make) => {
  make();
  expect(await agentIn('dotfiles')).toEqual([
    'codex',
    expect.stringMatching(/is a link to .*, and is not read: .*dragoman config trust/),
  ]);
  // To look is no turn.
  expect(await agentIn('project')).toEqual(['claude']);
});

test('where an agent has worked once it is not, for good, but for a content that was agreed to', async () => {
  LINKS[0]?.[1]();
  const cwd = join(root, 'dotfiles');
  const { signal } = new AbortController();
  const { options } = await readOptions({ cwd }, state, signal);
  expect(options.agent).toBeUndefined();
  const refused = ['codex', expect.stringContaining('an agent has worked where it is')];
  expect(await agentIn('project')).toEqual(refused);

  const terminal = createMemoryTerminal();
  expect(await trustConfig(link, {}, terminal)).toBe(0);
  expect(await agentIn('project')).toEqual(['claude']);
  expect(await agentIn('dotfiles')).toEqual(['claude']);
  writeFileSync(join(root, 'dotfiles/dragoman/config.yaml'), 'agent: gemini\n');
  expect(await agentIn('project')).toEqual(refused);
});

test('nor in the folder of a session that is known', async () => {
  LINKS[0]?.[1]();
  const now = new Date().toISOString();
  createSessionRegistry(state).note({
    ...{ agent: 'codex', sessionId: 'one', home: join(state, 'homes/one'), sandbox: 'bubblewrap' },
    ...{ workspace: join(root, 'dotfiles'), turns: 1, createdAt: now, updatedAt: now },
  });
  expect(await agentIn('project')).toEqual(['codex', expect.stringContaining('not read')]);
});

test('nor where everybody can write, nor where there is nothing', async () => {
  LINKS[0]?.[1]();
  chmodSync(join(root, 'dotfiles'), 0o777);
  expect(await agentIn('project')).toEqual([
    'codex',
    expect.stringContaining('everybody can write'),
  ]);
  renameSync(join(root, 'dotfiles'), join(root, 'gone'));
  expect(await agentIn('project')).toEqual(['codex', `${link} is a link that leads to no file.`]);
  expect(configTrust(state).wasTrusted({ path: link, values: {}, hash: '' })).toBe(false);
});
