import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { checkProjectFiles } from './check-project-files.js';

const OPENCODE = { name: 'opencode', version: '1.18.33' } as const;

/** A project in a user's HOME. */
function inProject(
  use: (folders: { home: string; project: string; below: string }) => Promise<void>,
): Promise<void> {
  return withThrowawayHome(async ({ home }) => {
    const [project, below] = [join(home, 'project'), join(home, 'project/packages/one')];
    await mkdir(below, { recursive: true });
    await use({ home, project, below });
  });
}

test('a project without such files is none to be refused', () =>
  inProject(async ({ home, project, below }) => {
    await checkProjectFiles(OPENCODE, project, home);
    await checkProjectFiles(OPENCODE, below, home);
  }));

test('a file in the workspace or above it is refused by name, with what to do', () =>
  inProject(async ({ home, project, below }) => {
    await writeFile(join(project, 'opencode.json'), '{}');
    for (const workspace of [project, below]) {
      const checked = checkProjectFiles(OPENCODE, workspace, home);
      await expect(checked).rejects.toMatchObject({ code: 'project_untrusted' });
      await expect(checked).rejects.toThrow(join(project, 'opencode.json'));
      await expect(checked).rejects.toThrow('--trust-project');
    }
  }));

test('a link that leads nowhere yet is there, too', () =>
  inProject(async ({ home, project }) => {
    await symlink('/nowhere', join(project, '.opencode'));
    await expect(checkProjectFiles(OPENCODE, project, home)).rejects.toThrow('.opencode');
  }));

test('what a user has in HOME is no project’s, unless HOME is the workspace', () =>
  inProject(async ({ home, project }) => {
    await mkdir(join(home, '.opencode'));
    await checkProjectFiles(OPENCODE, project, home);
    await expect(checkProjectFiles(OPENCODE, home, home)).rejects.toThrow('.opencode');
  }));

test('what a version can be told to ignore is no reason', () =>
  inProject(async ({ home, project }) => {
    await mkdir(join(project, '.claude'));
    await checkProjectFiles({ name: 'claude', version: '2.1.197' }, project, home);
    const older = checkProjectFiles({ name: 'claude', version: '1.0.100' }, project, home);
    await expect(older).rejects.toThrow('.claude');
  }));
