import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { checkReadable, checkWorkspace } from './check-workspace.js';
import { sandboxProviders } from './sandboxes.js';

const { bubblewrap, container, process: unconfined } = sandboxProviders();
const HIDDEN = ['/home/me/.local/state/dragoman', '/home/me/.cache/dragoman'];

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ...['/', '/proc', '/proc/self', '/dev/shm', '/sys/fs', '/run', '/run/user/1000', '/run/media'],
  ...['/etc', '/etc/cron.d', '/boot', '/usr', '/bin', '/lib', '/var', '/tmp'],
  // Dragoman runs what is there.
  ...['/usr/bin', '/usr/local', '/usr/local/bin', '/usr/local/bin/x', '/usr/sbin', '/nix'],
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

test('a folder that holds the temporary one is none, whatever links lead there', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-holds-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'workspace/tmp'), { recursive: true });
  symlinkSync(join(root, 'workspace/tmp'), join(root, 'link'));
  for (const temporary of [join(root, 'workspace/tmp'), join(root, 'link')]) {
    vi.stubEnv('TMPDIR', temporary);
    expect(() => checkWorkspace(bubblewrap, join(root, 'workspace'), HIDDEN)).toThrow(
      /holds the temporary folder .*Set TMPDIR/,
    );
  }
});

test('nothing is shown to read that holds the sockets of turns', () => {
  expect(() => checkReadable(bubblewrap, ['/opt/data', '/'])).toThrow(
    expect.objectContaining({ code: 'readable_unsuitable' }),
  );
  checkReadable(bubblewrap, ['/opt/data', process.execPath]);
  checkReadable(unconfined, ['/']);
});
