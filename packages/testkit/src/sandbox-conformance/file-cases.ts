import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConformanceCase } from './sandbox-subject.js';
import { run, shell, withFixture, withSandbox } from './with-fixture.js';

/** Files that are put in and taken out, and the folders that stay. */
export const fileCases: readonly ConformanceCase[] = [
  {
    name: 'takes files into the workspace and HOME, and gives back what commands wrote',
    check: (subject) =>
      withSandbox(subject, async (sandbox) => {
        const { workspace, home } = sandbox.inside;
        await sandbox.writeFile(`${workspace}/a b/given.txt`, 'given');
        await sandbox.writeFile(`${home}/.config/own.txt`, new Uint8Array([0, 255, 10]));
        const made = await run(
          sandbox,
          shell(sandbox, 'cat "a b/given.txt"; cp ~/.config/own.txt copy'),
        );
        assert.deepEqual([made.stdout, made.exitCode], ['given', 0]);
        assert.deepEqual([...(await sandbox.readFile(`${workspace}/copy`))], [0, 255, 10]);
      }),
  },
  {
    name: 'follows no link out of its folders, and reaches nothing beside them',
    check: (subject) =>
      withSandbox(subject, async (sandbox, { root, workspace }) => {
        const inside = sandbox.inside.workspace;
        await mkdir(join(root, 'outside'));
        await writeFile(join(root, 'outside', 'secret'), 'secret');
        await symlink(join(root, 'outside'), join(workspace, 'folder'));
        await symlink(join(root, 'outside', 'secret'), join(workspace, 'file'));
        for (const path of [
          `${inside}/folder/secret`,
          `${inside}/file`,
          `${inside}/../x`,
          '/etc/x',
        ]) {
          await assert.rejects(sandbox.writeFile(path, 'changed'), /can't be/, path);
          await assert.rejects(sandbox.readFile(path), /can't be/, path);
        }
        assert.equal(await readFile(join(root, 'outside', 'secret'), 'utf8'), 'secret');
      }),
  },
  {
    name: 'keeps HOME from one command to the next, and from one sandbox to the next',
    check: (subject) =>
      withFixture(subject, async ({ create }) => {
        const first = await create();
        await run(first, shell(first, 'echo one >>~/notes'));
        await run(first, shell(first, 'echo two >>~/notes'));
        await first.remove();
        const second = await create();
        const { stdout } = await run(second, shell(second, 'cat ~/notes'));
        assert.equal(stdout, 'one\ntwo\n');
      }),
  },
  {
    name: 'works in folders with odd names, and through links to them',
    check: (subject) =>
      withFixture(subject, async ({ create, root }) => {
        const odd = join(root, `it's "odd",\n $HOME  --bind`);
        await mkdir(join(odd, 'inner'), { recursive: true });
        await symlink(odd, join(root, 'link'));
        await writeFile(join(odd, 'here'), 'here');
        const sandbox = await create({ workspace: join(root, 'link', 'inner', '..') });
        const { stdout, stderr } = await run(sandbox, shell(sandbox, 'cat here; echo >made'));
        assert.deepEqual([stdout, stderr], ['here', '']);
        assert.equal(await readFile(join(odd, 'made'), 'utf8'), '\n');
      }),
  },
  {
    name: 'works with a HOME in the workspace, and with a workspace in HOME',
    check: (subject) =>
      withFixture(subject, async ({ create, root }) => {
        const [outer, inner] = [join(root, 'outer'), join(root, 'outer', 'inner')];
        await mkdir(inner, { recursive: true });
        for (const [workspace, home] of [
          [outer, inner],
          [inner, outer],
        ] as const) {
          const sandbox = await create({ workspace, home });
          const write = 'echo w >from-workspace && cd && echo h >from-home';
          const { exitCode, stderr } = await run(sandbox, shell(sandbox, write));
          assert.deepEqual([exitCode, stderr], [0, '']);
          assert.equal(await readFile(join(workspace, 'from-workspace'), 'utf8'), 'w\n');
          assert.equal(await readFile(join(home, 'from-home'), 'utf8'), 'h\n');
        }
      }),
  },
  {
    name: 'says that the workspace or HOME is missing',
    check: (subject) =>
      withFixture(subject, async ({ create, provider, root }) => {
        const missing = join(root, 'missing');
        await writeFile(join(root, 'file'), '');
        await assert.rejects(create({ workspace: missing }), { code: 'workspace_missing' });
        await assert.rejects(create({ workspace: join(root, 'file') }), {
          code: 'workspace_missing',
        });
        await assert.rejects(create({ home: missing }), { code: 'home_missing' });
        assert.deepEqual(await provider.list(), []);
      }),
  },
];
