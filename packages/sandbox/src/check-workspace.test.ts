import { expect, test } from 'vitest';
import { checkWorkspace } from './check-workspace.js';
import { sandboxProviders } from './sandboxes.js';

const { bubblewrap, container, process: unconfined } = sandboxProviders();
const HIDDEN = ['/home/me/.local/state/dragoman', '/home/me/.cache/dragoman'];

test.each([
  ...['/', '/proc', '/proc/self', '/dev/shm', '/sys/fs', '/run', '/run/user/1000', '/run/media'],
  ...['/etc', '/etc/cron.d', '/boot', '/usr', '/bin', '/lib', '/var'],
  ...['/home/me/.local/state/dragoman', '/home/me/.local/state/dragoman/homes/one'],
  '/home/me/.cache/dragoman/codex',
])('%s is no workspace for who is to be confined', (workspace) => {
  for (const provider of [bubblewrap, container]) {
    expect(() => checkWorkspace(provider, workspace, HIDDEN)).toThrow(
      expect.objectContaining({
        code: 'workspace_unsuitable',
        message: expect.stringContaining(`${workspace} can't be the workspace`),
      }),
    );
  }
  checkWorkspace(unconfined, workspace, HIDDEN);
});

test.each([
  ...[
    '/home/me',
    '/home/me/project',
    '/root',
    '/tmp/x',
    '/usr/local/src/x',
    '/var/www',
    '/etcetera',
  ],
  ...['/run/user/1000/x', '/run/media/me/stick', '/home/me/.local/state/dragoman-project'],
])('%s is one', (workspace) => {
  checkWorkspace(bubblewrap, workspace, HIDDEN);
});
