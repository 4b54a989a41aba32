import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSessionFolders } from './session-home.js';

let root: string;
let home: string;
let sessions: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-links-')));
  home = join(root, 'home');
  sessions = join(home, '.codex', 'sessions');
  await mkdir(join(sessions, '2026', '01'), { recursive: true });
  await writeFile(join(root, 'secret.jsonl'), 'secret');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const check = () => checkSessionFolders([sessions, join(home, '.codex', 'none')], home);

test('files, folders, and links that stay in HOME or lead nowhere are no matter', async () => {
  await writeFile(join(sessions, '2026', '01', 'a.jsonl'), '');
  await symlink('a.jsonl', join(sessions, '2026', '01', 'b.jsonl'));
  await symlink('/nowhere/at/all', join(sessions, 'c.jsonl'));
  await symlink('d.jsonl', join(sessions, 'd.jsonl'));
  await check();
});

test.each<[string, () => Promise<unknown> | undefined]>([
  [
    'a link to a file',
    () => symlink(join(root, 'secret.jsonl'), join(sessions, '2026', 'x.jsonl')),
  ],
  ['a link to a folder', () => symlink(root, join(sessions, 'more'))],
  ['a relative link', () => symlink('../../../secret.jsonl', join(sessions, 'x.jsonl'))],
  [
    'a folder that is a link itself',
    async () => {
      await rm(sessions, { recursive: true });
      await symlink(root, sessions);
    },
  ],
  [
    'a folder above it that is a link',
    async () => {
      await rm(join(home, '.codex'), { recursive: true });
      await mkdir(join(root, 'other', 'sessions'), { recursive: true });
      await symlink(join(root, 'other'), join(home, '.codex'));
    },
  ],
  [
    'a pipe',
    () => {
      execFileSync('mkfifo', [join(sessions, 'x.jsonl')]);
      return undefined;
    },
  ],
  [
    'folders without end',
    () => mkdir(join(sessions, ...Array.from({ length: 60 }, () => 'd')), { recursive: true }),
  ],
  ['a link to a name longer than any', () => symlink('x'.repeat(300), join(sessions, 'x.jsonl'))],
])('%s is refused by its name', async (_what, plant) => {
  await plant();
  await expect(check()).rejects.toMatchObject({
    code: 'session_damaged',
    message: expect.stringContaining(home),
  });
});

test('a folder that nobody may open is refused by its name', async () => {
  const closed = join(sessions, '2026');
  await chmod(closed, 0);
  const checked = asOrdinaryUser([root, closed], check).finally(() => chmod(closed, 0o700));
  await expect(checked).rejects.toMatchObject({
    code: 'session_damaged',
    message: expect.stringContaining(`${closed} in the HOME of its agent can't be opened (EACCES)`),
  });
});

const NOBODY = 65_534;

/** Root may open everything: it becomes somebody else for a moment, who owns these folders. */
async function asOrdinaryUser<T>(folders: readonly string[], act: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return act();
  for (const folder of folders) await chown(folder, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}
