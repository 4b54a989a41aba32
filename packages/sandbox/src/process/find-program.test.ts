import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findProgram } from './find-program.js';
import { programDistrust } from './program-distrust.js';

/** A folder that is neither a temporary one nor that of packages, as a project of the user's is. */
let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(homedir(), '.dragoman-project-')));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(project, { recursive: true });
});

function plant(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}

const untrusted = (path: string) => ({
  code: 'program_untrusted',
  message: expect.stringContaining(path),
});

test('a program is found where the system has it, whatever stands first on PATH', async () => {
  plant(join(project, 'node_modules/.bin/sh'));
  vi.stubEnv('PATH', `${join(project, 'node_modules/.bin')}:${project}`);
  expect(await findProgram('sh')).toMatch(/^\/(usr\/)?bin\/sh$/);
  plant(join(project, 'only-here'));
  expect(await findProgram('only-here')).toBeUndefined();
});

test('a setting, or a path that is given, names one that lies elsewhere', async () => {
  const path = plant(join(project, 'git'));
  expect(await findProgram('git', { environment: { DRAGOMAN_GIT: path } })).toBe(path);
  expect(await findProgram('git', { path, environment: {} })).toBe(path);
});

test.each([
  ['is relative', 'bin/git', /no absolute path/],
  ['leads nowhere', '/nowhere/git', /there is no program/],
  ['is a folder', '/usr/bin', /there is no program/],
])('a setting that %s is an error', async (_what, path, message) => {
  await expect(findProgram('git', { environment: { DRAGOMAN_GIT: path } })).rejects.toMatchObject({
    code: 'program_missing',
    message: expect.stringMatching(message),
  });
});

test('one in the workspace is refused by name', async () => {
  const path = plant(join(project, 'bin/git'));
  await expect(
    findProgram('git', { path, environment: {}, writable: [project] }),
  ).rejects.toMatchObject(untrusted(path));
});

test.each([
  ['in the packages of a project', 'node_modules/.bin/git'],
  ['in a package', 'node_modules/git/bin/git'],
])('one %s is refused by name', async (_what, name) => {
  const path = plant(join(project, name));
  await expect(findProgram('git', { path, environment: {} })).rejects.toMatchObject(
    untrusted(path),
  );
});

test.each([tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].filter(existsSync))(
  'one in the temporary folder %s is refused by name, whatever TMPDIR says',
  async (temporary) => {
    const folder = mkdtempSync(join(temporary, 'dragoman-program-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    if (temporary !== tmpdir()) vi.stubEnv('TMPDIR', project);
    const path = plant(join(folder, 'git'));
    await expect(findProgram('git', { path, environment: {} })).rejects.toMatchObject(
      untrusted(path),
    );
  },
);

test('one in the state folder, where agents have their HOME, is refused by name', async () => {
  vi.stubEnv('DRAGOMAN_STATE', join(project, 'state'));
  const path = plant(join(project, 'state/homes/one/git'));
  await expect(findProgram('git', { path, environment: {} })).rejects.toMatchObject(
    untrusted(path),
  );
});

test('one that everybody can write, or whose folder everybody can, is refused', () => {
  const path = plant(join(project, 'open/git'));
  expect(programDistrust(path)).toBeUndefined();
  chmodSync(path, 0o777);
  expect(programDistrust(path)).toBe(`everybody can write to ${path}`);
  chmodSync(path, 0o755);
  chmodSync(dirname(path), 0o777);
  expect(programDistrust(path)).toBe(`everybody can write to ${dirname(path)}`);
});

test('a link is judged by all that it leads through', () => {
  const workspace = join(project, 'workspace');
  mkdirSync(workspace);
  // Out of the workspace, and by a way through it.
  plant(join(workspace, 'planted'));
  symlinkSync(join(workspace, 'planted'), join(project, 'straight'));
  symlinkSync('/bin/sh', join(workspace, 'hop'));
  symlinkSync('workspace/hop', join(project, 'through'));
  mkdirSync(join(workspace, 'bin'));
  symlinkSync('/bin/sh', join(workspace, 'bin/sh'));
  symlinkSync('workspace/bin', join(project, 'bin'));
  for (const name of ['straight', 'through', 'bin/sh']) {
    expect(programDistrust(join(project, name), { writable: [workspace] })).toContain(workspace);
  }
  symlinkSync('/bin/sh', join(project, 'fine'));
  expect(programDistrust(join(project, 'fine'), { writable: [workspace] })).toBeUndefined();
  symlinkSync('loop', join(project, 'loop'));
  expect(programDistrust(join(project, 'loop'))).toContain('link without an end');
});
