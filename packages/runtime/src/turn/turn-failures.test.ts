import { defineScript } from '@dragoman/gateway';
import { startTurn } from '@dragoman/runtime';
import { testCacheDirectory } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';

const fixture = fixtureOfFile();

test('a refused key ends the turn as failed, in the words of the CLI', async () => {
  const { end } = await fixture.run({
    retries: 0,
    script: { steps: [{ fault: { status: 401, message: 'Incorrect API key provided' } }] },
  });
  expect(end).toMatchObject({ status: 'failed', exit_code: 1 });
  expect(end.reason).toContain('401 Unauthorized: Incorrect API key provided');
});

test('a limit of the provider ends the turn as failed', async () => {
  const { end } = await fixture.run({
    retries: 0,
    script: { steps: [{ fault: { status: 429, message: 'Slow down' } }] },
  });
  expect(end).toMatchObject({ status: 'failed', exit_code: 1 });
  expect(end.reason).toContain('429 Too Many Requests');
});

test('an answer that breaks off is no success', async () => {
  const { end, events } = await fixture.run({
    retries: 0,
    script: { steps: [{ actions: [{ say: 'Half of it' }], fault: { cut: true } }] },
  });
  expect(end.status).toBe('failed');
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
});

test('a version that exits with 0 when its key is refused has failed all the same', async () => {
  const { end } = await fixture.run({
    agent: 'codex@0.42.0',
    retries: 0,
    script: { steps: [{ fault: { status: 401, message: 'Incorrect API key provided' } }] },
  });
  expect(end).toMatchObject({ status: 'failed', exit_code: 0 });
  expect(end.reason).toContain('401 Unauthorized');
});

test('a sandbox that can’t be had ends the turn before it started', async () => {
  // None of the readable files is looked at before the sandbox is made.
  const { end, events } = await fixture.run({ readable: ['/nowhere/at/all'] });
  expect(events).toHaveLength(1);
  expect(end).toMatchObject({ status: 'not_started', code: 'readable_missing', exit_code: null });
  expect(end.reason).toContain('/nowhere/at/all');
});

test('a state folder that can’t be made is said before anything is started', async () => {
  const stateDirectory = '/dev/null/state';
  const turn = startTurn({
    agent: 'codex',
    prompt: 'Do it.',
    cwd: fixture.workspace,
    sandbox: 'process',
    access: { kind: 'script', script: defineScript({ steps: [{ say: 'Done.' }] }) },
    stateDirectory,
    cacheDir: testCacheDirectory(),
  });
  await expect(turn).rejects.toMatchObject({ code: 'state_unusable' });
  await expect(turn).rejects.toThrow(stateDirectory);
});

test.each([
  ['a network', { network: 'none' }],
  ['an image', { image: 'node' }],
  ['a limit', { sandboxLimits: { processes: 5 } }],
  ["an image's own agent", { agentFrom: 'image' }],
] as const)(
  '%s that the kind of sandbox has not is refused before there is a turn',
  async (_what, asked) => {
    const turn = fixture.start({ script: { steps: [] }, sandbox: 'process', ...asked });
    await expect(turn).rejects.toMatchObject({ code: 'sandbox_unsupported' });
  },
);
