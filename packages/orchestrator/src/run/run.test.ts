import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listTurns } from '@dragoman/runtime';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commits, runsOfFile } from '../../test-inputs/run-fixture.js';
import { defineStrategy } from '../strategies/strategy.js';
import { openRun } from './open-run.js';
import { resumeRun } from './start-run.js';

const TIMEOUT_MS = 120_000;
const fixture = runsOfFile();

/** Folders in which agents of a run still have work. */
function workspacesOf(id: string): readonly string[] {
  const folder = join(dirname(fixture.stateDirectory), 'dragoman-workspaces', id);
  return existsSync(folder) ? readdirSync(folder) : [];
}

test(
  'the best of several candidates is the one whose check succeeds; all of their work is on branches, and nothing else is changed',
  async () => {
    const before = fixture.snapshot();
    const { run, outcome, events } = await fixture.run({
      strategy: 'best-of-n',
      parameters: { n: 2, scorers: 0, verify: 'grep --quiet two a.txt' },
      script: { steps: [{ run: 'echo left > b.txt' }, commits('two'), { say: 'Done.' }] },
    });
    expect(outcome).toMatchObject({ status: 'success', exitCode: 0 });
    const [winner] = outcome.winners;
    expect(winner).toMatchObject({ key: 'cand1/gen' });
    expect(fixture.git('rev-parse', `refs/dragoman/winners/${run.id}/s1`).trim()).toBe(
      winner?.commit,
    );
    expect(fixture.git('show', `${winner?.branch}:a.txt`)).toBe('one\ntwo\n');
    // What the agent had not committed is there, too, in a commit that says so.
    expect(fixture.git('show', `${winner?.branch}:b.txt`)).toBe('left\n');
    expect(fixture.git('for-each-ref', '--format=%(refname)', 'refs/heads/dragoman')).toContain(
      run.id,
    );
    expect(fixture.snapshot()).toBe(before);
    const ends = events.filter(({ type }) => type === 'task.completed');
    expect(ends).toHaveLength(4);
    expect(ends).toContainEqual(
      expect.objectContaining({
        key: 'cand2/gen/verify',
        verify: expect.objectContaining({ passed: true }),
      }),
    );
    expect(workspacesOf(run.id)).toEqual([]);
    const turns = await listTurns(fixture.stateDirectory);
    expect(turns.filter(({ labels }) => labels?.run === run.id)).toHaveLength(4);
    await expect(
      resumeRun({ id: run.id, stateDirectory: fixture.stateDirectory, access: fixture.access({}) }),
    ).rejects.toMatchObject({ code: 'run_over' });
  },
  TIMEOUT_MS,
);

test(
  'no candidate that passes its check is a failure, and its branch is kept',
  async () => {
    const { outcome, events } = await fixture.run({
      parameters: { verify: 'grep --quiet three a.txt' },
      script: { steps: [commits('two'), { say: 'Done.' }] },
    });
    expect(outcome).toMatchObject({ status: 'failed', exitCode: 3, winners: [] });
    const made = events.find(({ type }) => type === 'task.completed');
    expect(made).toMatchObject({ artifact: { has_changes: true } });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'strategy.completed', code: 'no_viable_candidates' }),
    );
  },
  TIMEOUT_MS,
);

test(
  'a refused key ends the task at once, and no other task of that agent is started',
  async () => {
    const { outcome, events } = await fixture.run({
      strategy: 'best-of-n',
      parameters: { n: 3, scorers: 0 },
      parallel: 1,
      script: { steps: [{ fault: { status: 401, message: 'Invalid API key' } }] },
    });
    expect(outcome).toMatchObject({ status: 'failed', exitCode: 3 });
    const failed = events.filter((event) => event.type === 'task.failed');
    expect(failed.map(({ code }) => code)).toEqual(['auth', 'auth', 'auth']);
    expect(events.filter(({ type }) => type === 'task.turn')).toHaveLength(1);
  },
  TIMEOUT_MS,
);

test(
  'a run that is stopped is interrupted; resumed, it goes on in the session of its agent',
  async () => {
    const steps = [commits('two'), { run: 'touch begun; sleep 60' }, { say: 'Done.' }];
    const run = await fixture.start({ script: { steps } });
    for await (const event of run.events()) if (event.type === 'task.session') break;
    await run.stop('It was stopped by the test.');
    expect(await run.outcome).toMatchObject({ status: 'interrupted', exitCode: 130 });
    const { stateDirectory } = fixture;
    const stopped = await openRun(run.id, { stateDirectory });
    expect(stopped.status).toBe('interrupted');
    const again = await resumeRun({
      id: run.id,
      stateDirectory,
      access: fixture.access({ script: { steps: [commits('three'), { say: 'Done.' }] } }),
    });
    expect(await again.outcome).toMatchObject({ status: 'success' });
    const events = [];
    for await (const event of again.events()) events.push(event);
    const turns = events.filter(({ type }) => type === 'task.turn');
    expect(turns).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'task.session')).toHaveLength(1);
    const [winner] = (await again.outcome).winners;
    expect(fixture.git('show', `${winner?.branch}:a.txt`)).toContain('three');
    expect(workspacesOf(run.id)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'a task that is canceled ends for good, and the others go on',
  async () => {
    const run = await fixture.start({
      strategy: 'best-of-n',
      parameters: { n: 2, scorers: 0 },
      script: { steps: [{ run: 'test -e stay || sleep 60' }, commits('two'), { say: 'Done.' }] },
      parallel: 1,
    });
    let canceled = false;
    for await (const event of run.events()) {
      if (event.type !== 'task.session' || canceled) continue;
      canceled = run.cancel('cand1/gen');
      expect(canceled).toBe(true);
      setTimeout(() => run.cancel('cand2/gen'), 3000);
    }
    expect(await run.outcome).toMatchObject({ status: 'failed', winners: [] });
    const { state } = await openRun(run.id, { stateDirectory: fixture.stateDirectory });
    const ends = [...(state.strategies.get(1)?.tasks.values() ?? [])].map(({ end }) => end);
    expect(ends).toEqual([
      expect.objectContaining({ type: 'task.canceled', by: 'user' }),
      expect.objectContaining({ type: 'task.canceled', by: 'user' }),
    ]);
  },
  TIMEOUT_MS,
);

test(
  'an agent whose answer is in another form than was asked for is asked once more, in its session',
  async () => {
    const outputSchema = {
      type: 'object',
      properties: { count: { type: 'number' } },
      required: ['count'],
      additionalProperties: false,
    };
    const counts = defineStrategy({
      name: 'counts',
      params: z.strictObject({}),
      async run(ctx, { prompt, base }) {
        const task = { prompt, base, access: 'read' as const, outputSchema };
        const { structured } = await ctx.wait(await ctx.run(task, { key: 'count' }));
        ctx.emit('structured', structured ?? null);
      },
    });
    const { outcome, events } = await fixture.run({
      strategy: counts,
      script: { steps: [{ say: 'I would rather not.' }] },
    });
    expect(outcome).toMatchObject({ status: 'success' });
    const turns = events.flatMap((event) => (event.type === 'task.turn' ? [event.phase] : []));
    expect(turns).toEqual(['agent', 'answer']);
    expect(events.filter(({ type }) => type === 'task.session')).toHaveLength(1);
    expect(events).toContainEqual(expect.objectContaining({ name: 'structured', value: null }));
  },
  TIMEOUT_MS,
);

test(
  'a strategy that is over starts nothing more, and what it had begun is ended',
  async () => {
    const breaks = defineStrategy({
      name: 'breaks',
      params: z.strictObject({}),
      async run(ctx, { prompt, base }) {
        const first = await ctx.run({ prompt, base }, { key: 'first' });
        const goOn = async (): Promise<void> => {
          await ctx.wait(first).catch(() => {});
          await ctx.run({ prompt, base }, { key: 'second' });
        };
        void goOn().catch(() => {});
        await ctx.sleep(2);
        throw new Error('It has a mistake.');
      },
    });
    const { outcome, events } = await fixture.run({
      strategy: breaks,
      script: { steps: [{ run: 'sleep 60' }, { say: 'Done.' }] },
    });
    expect(outcome).toMatchObject({ status: 'failed', winners: [] });
    const keys = events.flatMap((event) => (event.type === 'task.scheduled' ? [event.key] : []));
    expect(keys).toEqual(['first']);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'task.canceled', key: 'first', by: 'strategy' }),
    );
    expect(events.at(-1)).toMatchObject({ type: 'run.completed' });
  },
  TIMEOUT_MS,
);
