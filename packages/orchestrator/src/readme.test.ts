import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram, runReadmeExample } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { AT, createGitFixture } from '../test-inputs/git-fixture.js';
import * as orchestrator from './index.js';

test('the example of the README brings the work of a task into a branch', async () => {
  await requireProgram('bwrap', 'bubblewrap');
  const fixture = await createGitFixture();
  onTestFinished(() => fixture.remove());
  const folder = (name: string) => join(fixture.root, name);
  mkdirSync(folder('results'));
  const { imported, workspace } = await runReadmeExample(
    new URL('../README.md', import.meta.url),
    { '@dragoman/orchestrator': orchestrator },
    ['imported', 'workspace'],
    {
      given: {
        project: fixture.host,
        cache: folder('cache'),
        seeds: folder('cache/seeds'),
        workspaces: folder('workspaces'),
        results: folder('results/task-1'),
        sandboxes: fixture.sandboxes,
        endedAt: AT,
        work: async (directory: string) => writeFileSync(join(directory, 'new.txt'), 'new\n'),
      },
    },
  );
  expect(imported).toMatchObject({
    branch: 'dragoman/example/task-1',
    stats: { commits: 1, files: 1, insertions: 1 },
  });
  expect(workspace).toEqual(JSON.parse(JSON.stringify(workspace)));
  const body = fixture.user(
    fixture.host,
    'show',
    '-s',
    '--format=%an%n%B',
    'dragoman/example/task-1',
  );
  expect(body).toBe('Codex\nWhat codex left uncommitted\n\nDragoman-Commit: uncommitted');
}, 600_000);
