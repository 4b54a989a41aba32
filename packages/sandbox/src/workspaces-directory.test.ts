import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkMounts } from './check-mounts.js';
import { programDistrust } from './process/program-distrust.js';
import { collectText } from './process/run-process.js';
import { sandboxProviders } from './sandboxes.js';
import { defaultWorkspacesDirectory, makeWorkspacesDirectory } from './workspaces-directory.js';

let root: string;
let stateDirectory: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-workspaces-')));
  stateDirectory = join(root, 'state');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const unusable = (words: string) =>
  expect.objectContaining({ code: 'workspaces_unusable', message: expect.stringContaining(words) });

test('it is beside the state folder, or where the variable says', () => {
  expect(defaultWorkspacesDirectory('/own/state', {})).toBe('/own/dragoman-workspaces');
  expect(defaultWorkspacesDirectory('/own/state', { DRAGOMAN_WORKSPACES: '' })).toBe(
    '/own/dragoman-workspaces',
  );
  expect(defaultWorkspacesDirectory('/own/state', { DRAGOMAN_WORKSPACES: '/w' })).toBe('/w');
});

test('it is made for this user alone, once', () => {
  const made = makeWorkspacesDirectory(stateDirectory);
  expect(made).toBe(join(root, 'dragoman-workspaces'));
  expect(statSync(made).mode & 0o777).toBe(0o700);
  expect(makeWorkspacesDirectory(stateDirectory)).toBe(made);
});

test('one that others may enter, or that is in the way of the state folder, is refused', () => {
  mkdirSync(stateDirectory);
  chmodSync(makeWorkspacesDirectory(stateDirectory), 0o755);
  expect(() => makeWorkspacesDirectory(stateDirectory)).toThrow(unusable('others may enter it'));
  vi.stubEnv('DRAGOMAN_WORKSPACES', join(stateDirectory, 'workspaces'));
  expect(() => makeWorkspacesDirectory(stateDirectory)).toThrow(unusable('in the state folder'));
  vi.stubEnv('DRAGOMAN_WORKSPACES', root);
  expect(() => makeWorkspacesDirectory(stateDirectory)).toThrow(unusable('holds the state folder'));
  writeFileSync(join(root, 'file'), '');
  vi.stubEnv('DRAGOMAN_WORKSPACES', join(root, 'file'));
  expect(() => makeWorkspacesDirectory(stateDirectory)).toThrow(unusable('there is one already'));
});

/** Two workspaces, each with a file, and a HOME. */
function workspaces(): { one: string; other: string; home: string } {
  const made = makeWorkspacesDirectory(stateDirectory);
  const [one, other, home] = [
    join(made, 'run', 'one'),
    join(made, 'run', 'other'),
    join(root, 'h'),
  ];
  for (const folder of [one, other, home]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'file'), folder);
  }
  return { one, other, home };
}

test('a command sees its own workspace there, and nothing else, also where all around it is given', async () => {
  const { one, other, home } = workspaces();
  const { bubblewrap } = sandboxProviders({ stateDirectory });
  const sandbox = await bubblewrap.create({ workspace: one, home, readable: [root] });
  try {
    const script = `cat file; echo; ls .. ../..; cat ${other}/file; touch made`;
    const command = await sandbox.start({
      ...{ executable: 'sh', args: ['-c', script], env: { PATH: '/usr/bin:/bin' } },
    });
    const [said, complaints] = await Promise.all([
      collectText(command.stdout),
      collectText(command.stderr),
    ]);
    expect(said).toBe(`${one}\n..:\none\n\n../..:\nrun\n`);
    expect(complaints).toContain('No such file');
    expect(statSync(join(one, 'made')).isFile()).toBe(true);
  } finally {
    await sandbox.remove();
  }
});

test('the folder itself is no workspace, and no other workspace is mounted', async () => {
  const { one, other, home } = workspaces();
  const { bubblewrap } = sandboxProviders({ stateDirectory });
  const folder = defaultWorkspacesDirectory(stateDirectory);
  await expect(bubblewrap.create({ workspace: folder, home })).rejects.toMatchObject({
    code: 'workspace_unsuitable',
  });
  await expect(
    bubblewrap.create({ workspace: one, home, mounts: [{ path: other }] }),
  ).rejects.toMatchObject({ code: 'mount_unsuitable' });
  await expect(checkMounts(bubblewrap, [{ path: other }], [folder])).rejects.toMatchObject({
    code: 'mount_unsuitable',
  });
});

test('the state folder stays no workspace where it is in the folder of workspaces', async () => {
  const { home } = workspaces();
  const inState = join(stateDirectory, 'homes');
  mkdirSync(inState, { recursive: true });
  vi.stubEnv('DRAGOMAN_WORKSPACES', root);
  const { bubblewrap } = sandboxProviders({ stateDirectory });
  await expect(bubblewrap.create({ workspace: inState, home })).rejects.toMatchObject({
    code: 'workspace_unsuitable',
  });
});

test('no program is run that lies there', () => {
  vi.stubEnv('DRAGOMAN_WORKSPACES', '/opt/workspaces');
  expect(programDistrust('/opt/workspaces/run/bin/git')).toBeDefined();
});
