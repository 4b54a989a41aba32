import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ChangesEvent } from '@dragoman/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type WatchOptions, watchWorkspace } from './watch-workspace.js';

let root: string;
let workspace: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dragoman-changes-')));
  workspace = join(root, 'work');
  mkdirSync(workspace);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string | Buffer = 'text\n'): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), content);
}

/** What is said to have changed after some work in the workspace. */
async function changesOf(
  work: () => void,
  options: Partial<WatchOptions> = {},
): Promise<ChangesEvent> {
  const watched = await watchWorkspace({
    workspace,
    directory: root,
    skip: [],
    wanted: 'files',
    isReadOnly: false,
    isOver: () => false,
    ...options,
  });
  work();
  return watched.changes();
}

test('names what was changed, created and deleted, with the numbers of lines', async () => {
  write('a.txt', 'one\ntwo\nthree\n');
  write('c.txt', '1\n2\n3\n4\n');
  write('same.txt');
  const event = await changesOf(() => {
    write('a.txt', 'one\n2\nthree\nfour\n');
    write('sub/b.txt', 'x\ny');
    rmSync(join(workspace, 'c.txt'));
    write('same.txt');
  });
  expect(event).toEqual({
    type: 'changes',
    files: [
      { path: 'a.txt', kind: 'update', added: 2, removed: 1 },
      { path: 'c.txt', kind: 'delete', added: 0, removed: 4 },
      { path: 'sub/b.txt', kind: 'add', added: 2, removed: 0 },
    ],
  });
  expect(readdirSync(root)).toEqual(['work']);
});

test('says that nothing changed, and looks at nothing where nothing can', async () => {
  write('a.txt');
  expect(await changesOf(() => {})).toEqual({ type: 'changes', files: [] });
  const written = () => write('b.txt');
  expect(await changesOf(written, { isReadOnly: true })).toMatchObject({ files: [] });
});

test('lets go of what it has looked at when it fails at another folder', async () => {
  mkdirSync(join(root, 'other'));
  const isHeld = () => openFiles().includes(`${join(root, 'contents')} (deleted)`);
  const isOver = (): boolean => {
    if (isHeld()) throw new Error('no more');
    return false;
  };
  const mounts = [{ path: join(root, 'other'), isFolder: true }];
  await expect(changesOf(() => {}, { mounts, isOver })).rejects.toThrow('no more');
  expect(isHeld()).toBe(false);
});

function openFiles(): (string | undefined)[] {
  return readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // It was the one of this very look.
      return undefined;
    }
  });
}

test('gives the diffs that are asked for', async () => {
  write('a.txt', 'one\ntwo\n');
  const work = () => write('a.txt', 'one\nzwei\n');
  const { files } = await changesOf(work, { wanted: 'diffs' });
  expect(files[0]?.diff).toBe('@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n');
});

test('a file that was changed and set back in time is named; one that was only touched is not', async () => {
  for (const name of ['sly.txt', 'touched.txt']) write(name, 'aaaa\n');
  const old = new Date(2020, 1, 1);
  utimesSync(join(workspace, 'sly.txt'), old, old);
  const { files } = await changesOf(() => {
    write('sly.txt', 'bbbb\n');
    utimesSync(join(workspace, 'sly.txt'), old, old);
    utimesSync(join(workspace, 'touched.txt'), new Date(), new Date());
  });
  expect(files).toEqual([{ path: 'sly.txt', kind: 'update', added: 1, removed: 1 }]);
});

test('a file that is moved is one change, and one that becomes a program is one', async () => {
  write('a.txt', 'one\n');
  write('run.sh', 'echo\n');
  const { files } = await changesOf(() => {
    renameSync(join(workspace, 'a.txt'), join(workspace, 'b.txt'));
    chmodSync(join(workspace, 'run.sh'), 0o755);
  });
  expect(files).toEqual([
    { path: 'a.txt', kind: 'update', moved_to: 'b.txt' },
    { path: 'run.sh', kind: 'update' },
  ]);
});

test('ignores what git ignores, in folders below and above, and always .git', async () => {
  mkdirSync(join(root, '.git/info'), { recursive: true });
  writeFileSync(join(root, '.git/info/exclude'), '*.excluded\n');
  writeFileSync(join(root, '.gitignore'), '/work/above\n*.tmp\n');
  write('.gitignore', 'dist/\n');
  write('sub/.gitignore', '!kept.tmp\n/own\n');
  const { files } = await changesOf(() => {
    const ignored = [
      'above',
      'a.tmp',
      'dist/x',
      'sub/dist/x',
      'sub/own',
      'a.excluded',
      '.git/HEAD',
    ];
    for (const path of [...ignored, 'sub/kept.tmp', 'own', 'sub/.git/config']) write(path);
  });
  expect(files.map(({ path }) => path)).toEqual(['own', 'sub/kept.tmp']);
});

test('a rule that the agent makes hides new files, but neither itself nor what was there', async () => {
  write('old.txt', 'one\n');
  const { files } = await changesOf(() => {
    write('.gitignore', '*\n');
    write('old.txt', 'two\n');
    write('new.txt');
  });
  expect(files.map(({ path }) => path)).toEqual(['.gitignore', 'old.txt']);
});

test('an exclude file that the agent makes hides nothing, nor does one in a repository that it makes', async () => {
  mkdirSync(join(workspace, '.git/info'), { recursive: true });
  const exclude = () => write('.git/info/exclude', '*\n');
  const inOurs = await changesOf(() => {
    exclude();
    write('new.txt');
  });
  expect(inOurs.files).toMatchObject([{ path: 'new.txt' }]);
  rmSync(join(workspace, '.git'), { recursive: true });
  const inItsOwn = await changesOf(() => {
    execFileSync('git', ['init', '--quiet', workspace]);
    exclude();
    write('newer.txt');
  });
  expect(inItsOwn.files).toMatchObject([{ path: 'newer.txt' }]);
});

test('opens no pipe, follows no link, and names a link and a binary file without numbers', async () => {
  const secret = join(root, 'secret.txt');
  writeFileSync(secret, 'one\n');
  mkdirSync(join(root, 'outside'));
  write('linked.txt');
  const { files } = await changesOf(
    () => {
      execFileSync('mkfifo', [join(workspace, 'pipe')]);
      symlinkSync(secret, join(workspace, 'to-secret'));
      rmSync(join(workspace, 'linked.txt'));
      symlinkSync(secret, join(workspace, 'linked.txt'));
      symlinkSync(join(root, 'outside'), join(workspace, 'folder'));
      writeFileSync(join(root, 'outside/new.txt'), '');
      write('picture.png', Buffer.from([137, 80, 0, 1]));
      linkSync(join(workspace, 'picture.png'), join(workspace, 'twin.png'));
    },
    { wanted: 'diffs' },
  );
  expect(files).toEqual([
    { path: 'folder', kind: 'add' },
    { path: 'linked.txt', kind: 'update' },
    { path: 'picture.png', kind: 'add', binary: true },
    { path: 'to-secret', kind: 'add' },
    { path: 'twin.png', kind: 'add', binary: true },
  ]);
});

test('a folder that became a link is not looked into', async () => {
  write('sub/a.txt');
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside/a.txt'), 'another\n');
  const { files } = await changesOf(() => {
    renameSync(join(workspace, 'sub'), join(root, 'gone'));
    symlinkSync(join(root, 'outside'), join(workspace, 'sub'));
  });
  expect(files).toEqual([
    { path: 'sub', kind: 'add' },
    { path: 'sub/a.txt', kind: 'delete', added: 0, removed: 1 },
  ]);
});

test('names of any bytes are named, and very many are counted', async () => {
  const odd = Buffer.concat([Buffer.from(`${workspace}/odd-`), Buffer.from([0xff, 0x1b, 0x5b])]);
  const { files, more } = await changesOf(() => {
    writeFileSync(odd, 'x\n');
    for (let at = 0; at < 1200; at += 1) write(`flood/${at}`, '');
  });
  expect(files).toHaveLength(1000);
  expect(more).toBe(201);
  rmSync(join(workspace, 'flood'), { recursive: true });
  const again = await changesOf(() => writeFileSync(odd, 'y\n'));
  expect(again.files).toEqual([
    { path: 'odd-\ufffd\u001b[', kind: 'update', added: 1, removed: 1 },
  ]);
});

test('a file that is too long to keep is named without numbers', async () => {
  write('long.txt', 'x\n'.repeat(400_000));
  const { files } = await changesOf(() => write('long.txt', 'y\n'.repeat(400_000)));
  expect(files).toEqual([{ path: 'long.txt', kind: 'update' }]);
});

test('texts of which no line is the same are compared in a moment', async () => {
  const lines = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`);
  write('a.txt', `same\n${lines('a').join('\n')}\nend\n`);
  const work = () => write('a.txt', `same\n${lines('b').join('\n')}\nend\n`);
  const { files } = await changesOf(work, { wanted: 'diffs' });
  expect(files).toMatchObject([{ added: 20_000, removed: 20_000 }]);
  expect(files[0]?.diff?.split('\n', 1)).toEqual(['@@ -1,20002 +1,20002 @@']);
});

test('what an agent changes in other folders and files that it may write to is named by its whole path', async () => {
  const [more, notes] = [join(root, 'more'), join(root, 'notes.txt')];
  mkdirSync(more);
  writeFileSync(join(more, '.gitignore'), 'built\n');
  writeFileSync(join(more, 'old.txt'), 'old\n');
  writeFileSync(notes, 'one\n');
  write('a.txt');
  const mounts = [
    { path: more, isFolder: true },
    { path: notes, isFolder: false },
  ];
  const work = () => {
    write('a.txt', 'other\n');
    writeFileSync(join(more, 'new.txt'), 'new\n');
    writeFileSync(join(more, 'built'), 'new\n');
    rmSync(join(more, 'old.txt'));
    writeFileSync(notes, 'one\ntwo\n');
  };
  const { files } = await changesOf(work, { mounts, wanted: 'diffs' });
  expect(files).toEqual([
    { path: 'a.txt', kind: 'update', added: 1, removed: 1, diff: expect.anything() },
    { path: join(more, 'new.txt'), kind: 'add', added: 1, removed: 0, diff: expect.anything() },
    { path: join(more, 'old.txt'), kind: 'delete', added: 0, removed: 1, diff: expect.anything() },
    { path: notes, kind: 'update', added: 1, removed: 0, diff: '@@ -1 +1,2 @@\n one\n+two\n' },
  ]);
});

test('a folder that holds the workspace, or lies in it, is looked at once', async () => {
  mkdirSync(join(workspace, 'sub'));
  const mounts = [root, join(workspace, 'sub'), root].map((path) => ({ path, isFolder: true }));
  const work = () => {
    write('sub/a.txt');
    writeFileSync(join(root, 'b.txt'), '');
  };
  const paths = ({ files }: ChangesEvent) => files.map(({ path }) => path);
  const skip = [join(root, 'contents')];
  expect(paths(await changesOf(work, { mounts, skip }))).toEqual([
    'sub/a.txt',
    join(root, 'b.txt'),
  ]);
});

test('of a workspace that can only be read nothing is compared, but of a folder beside it', async () => {
  const more = join(root, 'more');
  mkdirSync(more);
  const mounts = [{ path: more, isFolder: true }];
  const work = () => {
    write('a.txt');
    writeFileSync(join(more, 'b.txt'), '');
  };
  const { files } = await changesOf(work, { mounts, isReadOnly: true });
  expect(files.map(({ path }) => path)).toEqual([join(more, 'b.txt')]);
});

test('all folders together have as many names as one', async () => {
  const more = join(root, 'more');
  mkdirSync(more);
  const work = () => {
    for (let at = 0; at < 600; at += 1) {
      write(`${at}.txt`, '');
      writeFileSync(join(more, `${at}.txt`), '');
    }
  };
  const changes = await changesOf(work, { mounts: [{ path: more, isFolder: true }] });
  expect([changes.files.length, changes.more]).toEqual([1000, 200]);
});
