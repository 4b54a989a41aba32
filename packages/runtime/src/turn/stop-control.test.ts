import type { ProcessExit, SandboxProcess } from '@dragoman/sandbox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StopCause } from '../outcome/turn-evidence.js';
import { createStopControl } from './stop-control.js';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    }),
);
afterEach(() => void vi.useRealTimers());

/** A process that notes what is done to it: a real one can't be asked when it got a signal. */
function observed() {
  const done: string[] = [];
  let leave: (exit: ProcessExit) => void = () => {};
  const exit = new Promise<ProcessExit>((resolve) => {
    leave = resolve;
  });
  const process: SandboxProcess = {
    pid: 1,
    stdout: (async function* () {})(),
    stderr: (async function* () {})(),
    exit,
    signal: async (name) => void done.push(name),
    kill: async () => void done.push('kill'),
  };
  return { process, done, leave: () => leave({ exitCode: 0, signal: null, reason: 'exited' }) };
}

function control(causes: StopCause[] = [], failures: unknown[] = []) {
  return createStopControl({
    graceMs: 5000,
    onStop: (cause) => void causes.push(cause),
    onFailure: (error) => void failures.push(error),
  });
}

test('a cancel is asked for politely and then enforced', async () => {
  const stop = control();
  const { process, done } = observed();
  stop.attach(process);
  stop.stop('cancel');
  await vi.advanceTimersByTimeAsync(4500);
  // Sent again each second: a CLI that has just started may have missed it.
  expect(done).toEqual(['SIGINT', 'SIGINT', 'SIGINT', 'SIGINT', 'SIGINT']);
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toContain('kill');
});

test('who leaves when asked is not pushed', async () => {
  const stop = control();
  const { process, done, leave } = observed();
  stop.attach(process);
  stop.stop('cancel');
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['SIGINT']);
});

test('a second cancel sends no second signal; a kill doesn’t wait', async () => {
  const causes: StopCause[] = [];
  const stop = control(causes);
  const { process, done } = observed();
  stop.attach(process);
  stop.stop('cancel');
  stop.stop('cancel');
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['SIGINT']);
  stop.stop('kill');
  expect(done).toEqual(['SIGINT', 'kill']);
  expect(causes).toEqual(['cancel']);
});

test('what was asked for before there was a process happens when there is one', () => {
  const stop = control();
  expect(stop.requested).toBe(false);
  stop.stop('kill');
  expect(stop.requested).toBe(true);
  const { process, done } = observed();
  stop.attach(process);
  expect(done).toEqual(['kill']);
});

test.each(['kill', 'cancel'] as const)(
  'a %s that can’t end its process is seen, not thrown',
  async (cause) => {
    const failures: unknown[] = [];
    const stop = control([], failures);
    const failure = new Error('The container could not be removed.');
    stop.attach({ ...observed().process, kill: () => Promise.reject(failure) });
    stop.stop(cause);
    await vi.advanceTimersByTimeAsync(5000);
    expect(failures).toEqual([failure]);
  },
);
