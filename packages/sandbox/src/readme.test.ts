import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram, runReadmeExample } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import * as sandbox from './index.js';

test('the example in the README works as it stands', async () => {
  await requireProgram('bwrap', 'bubblewrap');
  const root = await mkdtemp(join(tmpdir(), 'dragoman-readme-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [workspace, home] = [join(root, 'workspace'), join(root, 'home')];
  await Promise.all([workspace, home].map((path) => mkdir(path)));
  const { said, complaints, exitCode } = await runReadmeExample(
    new URL('../README.md', import.meta.url),
    { '@dragoman/sandbox': sandbox },
    ['said', 'complaints', 'exitCode'],
    { given: { stateDirectory: join(root, 'state'), workspace, home } },
  );
  expect(said).toBe('agent\n');
  expect(complaints).toMatch(/\/root.*No such file/);
  expect(exitCode).toBe(2);
  expect(await readdir(workspace)).toEqual(['made']);
}, 600_000);
