import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineScript } from '@dragoman/gateway';
import { requireProgram, runReadmeExample, testCacheDirectory } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { AT, createGitFixture } from '../test-inputs/git-fixture.js';
import { commits, runsOfFile } from '../test-inputs/run-fixture.js';
import * as clones from './clones.js';
import * as orchestrator from './index.js';

const runs = runsOfFile();
const README = new URL('../README.md', import.meta.url);

test('the example of the README brings the work of a task into a branch', async () => {
  await requireProgram('bwrap', 'bubblewrap');
  const fixture = await createGitFixture();
  onTestFinished(() => fixture.remove());
  const folder = (name: string) => join(fixture.root, name);
  mkdirSync(folder('results'));
  const { imported, workspace } = await runReadmeExample(
    README,
    { '@dragoman/orchestrator/clones': clones },
    ['imported', 'workspace'],
    {
      under: 'The git side',
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

test('the first example starts a run, and the strategy of the second asks for what it says', async () => {
  const { repository, stateDirectory } = runs;
  const script = defineScript({ steps: [commits('two'), { say: 'Do both halves.' }] });
  const { startRun, ...others } = orchestrator;
  const where = { stateDirectory, cacheDirectory: testCacheDirectory() };
  const scripted = {
    '@dragoman/orchestrator': {
      ...others,
      startRun: (options: orchestrator.RunOptions) =>
        startRun({
          ...options,
          ...where,
          parameters: { ...options.parameters, verify: 'grep --quiet two a.txt' },
        }),
    },
    '@dragoman/runtime': { resolveModelAccess: () => ({ kind: 'script', script }) },
  };
  const given = { project: repository, console: { log: () => {} } };
  const first = await runReadmeExample(README, scripted, ['status', 'winners'], { given });
  expect(first).toMatchObject({ status: 'success', winners: [{ key: 'cand1/gen' }] });

  const { planAndBuild } = await runReadmeExample(
    README,
    { '@dragoman/orchestrator': orchestrator, zod: { z } },
    ['planAndBuild'],
    { under: 'A strategy of your own' },
  );
  const { outcome, events } = await runs.run({
    strategy: planAndBuild as orchestrator.AnyStrategy,
    script: { steps: [{ say: 'Do both halves.' }] },
  });
  expect(outcome).toMatchObject({ status: 'success', winners: [{ key: 'build/1' }] });
  const asked = events.filter((event) => event.type === 'task.scheduled');
  expect(asked.map(({ key }) => key)).toEqual(['plan', 'build/1', 'build/2']);
  expect(asked[1]?.input).toMatchObject({ prompt: 'Do it.\n\nDo both halves.' });
}, 300_000);
