import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processesWith } from '../machine-processes.js';
import { waitUntil } from '../wait-until.js';
import type { ConformanceCase } from './sandbox-subject.js';
import {
  run,
  shell,
  type TestFixture,
  toItsEnd,
  withFixture,
  withSandbox,
} from './with-fixture.js';

/** How programs get away from who started them, each as a `sleep` with a word to find it by. */
function escapes(token: string): readonly string[] {
  return [
    `sleep ${token} &`,
    `setsid sleep ${token} &`,
    `nohup sleep ${token} >/dev/null 2>&1 &`,
    `(setsid sh -c "(sleep ${token} &)" &)`,
    `setsid sh -c "trap '' TERM INT HUP; sleep ${token} & while :; do wait; done" &`,
  ];
}

/** Waits until all of them are there: the sleepers, as many as there are escapes. */
async function allEscaped({ token }: TestFixture): Promise<void> {
  const count = escapes(token).length;
  await waitUntil('all have escaped', async () => (await processesWith(token)).length >= count);
}

async function assertNobodyLeft({ token }: TestFixture): Promise<void> {
  assert.deepEqual(await processesWith(token), []);
}

/** How a command is ended, with all that came from it. */
export const endingCases: readonly ConformanceCase[] = [
  {
    name: 'kills a command with everything it started, wherever that went',
    check: (subject) =>
      withSandbox(subject, async (sandbox, fixture) => {
        const lines = [...escapes(fixture.token), 'while :; do sleep 0.1; done'];
        const running = await sandbox.start(shell(sandbox, lines.join('\n')));
        const ended = toItsEnd(running);
        await allEscaped(fixture);
        await running.kill();
        await assertNobodyLeft(fixture);
        const { reason, exitCode } = await ended;
        assert.deepEqual([reason, exitCode], ['killed', null]);
        // Once more, and a signal that comes too late: nothing happens.
        await running.kill();
        await running.signal('SIGTERM');
      }),
  },
  {
    name: 'kills what ignores SIGTERM',
    check: (subject) =>
      withSandbox(subject, async (sandbox, fixture) => {
        const stubborn = `trap '' TERM; sleep ${fixture.token} & while :; do wait; done`;
        const running = await sandbox.start(shell(sandbox, stubborn));
        await waitUntil('it runs', async () => (await processesWith(fixture.token)).length > 0);
        const [exit] = await Promise.all([toItsEnd(running), running.kill()]);
        assert.deepEqual([exit.signal, exit.reason], ['SIGKILL', 'killed']);
        await assertNobodyLeft(fixture);
      }),
  },
  {
    name: 'leaves nothing when a command has ended by itself',
    check: (subject) =>
      withSandbox(subject, async (sandbox, fixture) => {
        const wait = 'until test -e leave; do sleep 0.05; done; exit 4';
        const running = await sandbox.start(
          shell(sandbox, [...escapes(fixture.token), wait].join('\n')),
        );
        await allEscaped(fixture);
        await sandbox.writeFile(join(sandbox.inside.workspace, 'leave'), '');
        assert.equal((await toItsEnd(running)).exitCode, 4);
        await assertNobodyLeft(fixture);
      }),
  },
  {
    name: 'sends a signal to a command and all that came from it',
    check: (subject) =>
      withSandbox(subject, async (sandbox, fixture) => {
        const lasting = 'while :; do sleep 0.05; done';
        const child = `trap "echo heard >child; exit" USR1; echo >ready; ${lasting}`;
        const running = await sandbox.start(
          shell(sandbox, `trap 'exit 5' USR1; setsid sh -c '${child}' & ${lasting}`),
        );
        await waitUntil('the child listens', () => content(fixture, 'ready'));
        await running.signal('SIGUSR1');
        assert.equal((await toItsEnd(running)).exitCode, 5);
      }),
  },
  {
    name: 'keeps commands that run at once apart',
    check: (subject) =>
      withSandbox(subject, async (sandbox, fixture) => {
        const [one, other] = await Promise.all([
          sandbox.start(shell(sandbox, `sleep ${fixture.token}; exit 1`)),
          sandbox.start(shell(sandbox, 'until test -e finish; do sleep 0.05; done; echo whole')),
        ]);
        const ended = toItsEnd(other);
        await one.kill();
        await sandbox.writeFile(join(sandbox.inside.workspace, 'finish'), '');
        const { stdout, exitCode } = await ended;
        assert.deepEqual([stdout, exitCode], ['whole\n', 0]);
      }),
  },
  {
    name: 'ends what still runs when it is removed, and lets nobody in afterwards',
    check: (subject) =>
      withFixture(subject, async (fixture) => {
        const sandbox = await fixture.create();
        const running = await sandbox.start(shell(sandbox, `setsid sleep ${fixture.token} & wait`));
        await waitUntil('it runs', async () => (await processesWith(fixture.token)).length > 0);
        const ended = toItsEnd(running);
        await sandbox.remove();
        await assertNobodyLeft(fixture);
        assert.equal((await ended).reason, 'killed');
        assert.deepEqual(await fixture.provider.list(), []);
        await sandbox.remove();
        await assert.rejects(run(sandbox, shell(sandbox, 'exit 0')), { code: 'sandbox_removed' });
      }),
  },
];

async function content({ workspace }: TestFixture, name: string): Promise<string | undefined> {
  return readFile(join(workspace, name), 'utf8').catch(() => undefined);
}
