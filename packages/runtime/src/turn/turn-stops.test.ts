import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readProcess } from '@dragoman/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import type { Turn } from './turn.js';

/** A command that leaves two behind which no signal to its group reaches. */
const STUBBORN = {
  steps: [
    {
      run: "setsid nohup sh -c 'trap : TERM INT; echo $$ > daemon; while true; do sleep 300; done' & touch started; sleep 300",
    },
  ],
};
const WAITING = { timeout: 60_000, interval: 20 };

const fixture = fixtureOfEachTest({ bubblewrap: true });

async function untilItRuns(): Promise<void> {
  await vi.waitFor(() => access(join(fixture.workspace, 'daemon')), WAITING);
  await vi.waitFor(() => access(join(fixture.workspace, 'started')), WAITING);
}

async function endsOf(turn: Turn): Promise<unknown[]> {
  const events = [];
  for await (const event of turn.events()) events.push(event);
  expect(events.at(-1)?.type).toBe('end');
  return events.filter(({ type }) => type === 'end');
}

describe.each(['process', 'bubblewrap'] as const)('in a sandbox of kind %s', (sandbox) => {
  test('cancel ends everything that came from the agent, and what it used is in the end', async () => {
    const script = { ...STUBBORN, usage: { input: 100, output: 10 } };
    const turn = await fixture.start({ sandbox, script });
    await untilItRuns();
    await turn.cancel('I changed my mind.');
    expect(await turn.outcome).toMatchObject({
      status: 'canceled',
      reason: 'I changed my mind.',
      usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 },
    });
    expect(await endsOf(turn)).toHaveLength(1);
  });

  test('a signal that aborts is a cancel, too', async () => {
    const controller = new AbortController();
    const turn = await fixture.start({ sandbox, script: STUBBORN, signal: controller.signal });
    await untilItRuns();
    controller.abort();
    expect(await turn.outcome).toMatchObject({ status: 'canceled' });
  });

  // At once: both wait for seconds.
  test('silence that lasts too long is a stall, and the clock ends a turn that takes too long', async () => {
    const limits = [{ idleMs: 2500 }, { wallMs: 2500 }];
    const turns = await Promise.all(
      limits.map((limit) => fixture.run({ sandbox, script: STUBBORN, limits: limit })),
    );
    expect(turns.map(({ end }) => end.status)).toEqual(['stalled', 'timeout']);
  });
});

test('kill doesn’t wait for a polite answer', async () => {
  const turn = await fixture.start({ script: STUBBORN, graceMs: 600_000 });
  await untilItRuns();
  const canceling = turn.cancel();
  await turn.kill();
  await canceling;
  expect(await turn.outcome).toMatchObject({ status: 'canceled' });
});

test('a turn that is aborted before it starts starts nothing', async () => {
  const { events, end } = await fixture.run({ script: STUBBORN, signal: AbortSignal.abort() });
  expect(events).toHaveLength(1);
  expect(end).toMatchObject({ status: 'canceled', exit_code: null });
});

test('an agent that says nothing from the beginning has not started', async () => {
  const { end } = await fixture.run({
    limits: { neverStartedMs: 1 },
    script: { steps: [{ say: 'Too late.' }] },
  });
  expect(end.status).toBe('not_started');
});

test('a reader that goes away ends nothing', async () => {
  const turn = await fixture.start({ script: { steps: [{ run: 'true' }, { say: 'All said.' }] } });
  for await (const event of turn.events()) if (event.type === 'sandbox') break;
  expect(await turn.outcome).toMatchObject({ status: 'success' });
});

test('a CLI that is killed has failed, and what it had started is gone', async () => {
  const turn = await fixture.start({ script: STUBBORN });
  await untilItRuns();
  const daemon = Number(await readFile(join(fixture.workspace, 'daemon'), 'utf8'));
  const [codex] = await fixture.processes('codex');
  process.kill(codex ?? 0, 'SIGKILL');
  expect(await turn.outcome).toMatchObject({
    status: 'failed',
    exit_code: null,
    signal: 'SIGKILL',
  });
  expect(readProcess(daemon)).toBeUndefined();
});

test('a sandbox that is killed under its agent ends the turn as failed', async () => {
  const turn = await fixture.start({ script: STUBBORN, sandbox: 'bubblewrap' });
  await untilItRuns();
  for (const pid of await fixture.processes('bwrap')) process.kill(pid, 'SIGKILL');
  expect(await turn.outcome).toMatchObject({ status: 'failed' });
  expect(await endsOf(turn)).toHaveLength(1);
});
