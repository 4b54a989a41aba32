import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readProcess, readProcesses } from './process-table.js';
import { runProcess } from './run-process.js';
import { type SpawnOptions, spawnProcess } from './spawn-process.js';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'dragoman-process-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

function shell(script: string, more: Partial<SpawnOptions> = {}): SpawnOptions {
  const env = { PATH: '/usr/bin:/bin' };
  return { executable: '/bin/sh', args: ['-c', script], env, cwd, ...more };
}

/** Waits until the script has written a pid into `file`. */
async function pidFrom(file: string): Promise<number> {
  return vi.waitFor(async () => {
    const pid = Number(await readFile(join(cwd, file), 'utf8'));
    expect(pid).toBeGreaterThan(0);
    return pid;
  });
}

function expectGone(pid: number): void {
  expect(readProcess(pid)).toBeUndefined();
}

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const chunk of bytes) count += chunk.byteLength;
  return count;
}

describe('a process', () => {
  test('gets its stdin, and its output and exit code are known', async () => {
    const result = await runProcess(shell('cat; echo oops >&2; exit 3', { stdin: 'grüß dich' }));
    expect(result).toMatchObject({ stdout: 'grüß dich', stderr: 'oops\n', exitCode: 3 });
    expect(result.reason).toBe('exited');
  });

  test('inherits nothing from this environment', async () => {
    const { stdout } = await runProcess(shell('env'));
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(['DRAGOMAN_PROCESS_TREE', 'PATH', 'PWD'].sort());
  });

  test('may end without reading a large input', async () => {
    const result = await runProcess(shell('exit 0', { stdin: 'x'.repeat(4_000_000) }));
    expect(result).toMatchObject({ exitCode: 0, reason: 'exited' });
  });

  test('waits for a slow reader instead of filling memory', async () => {
    const running = await spawnProcess(shell('head -c 50000000 /dev/zero; echo done >finished'));
    const reader = running.stdout[Symbol.asyncIterator]();
    await reader.next();
    await expect(readFile(join(cwd, 'finished'))).rejects.toThrow();
    await drain({ [Symbol.asyncIterator]: () => reader });
    expect(await running.exit).toMatchObject({ exitCode: 0 });
  });

  test('goes on when its reader leaves early', async () => {
    const running = await spawnProcess(shell('head -c 5000000 /dev/zero; exit 4'));
    for await (const _chunk of running.stdout) break;
    expect(await running.exit).toMatchObject({ exitCode: 4 });
  });
});

describe('ending a process', () => {
  test.each([
    [
      'a command that went into a new session',
      'setsid sh -c "echo \\$\\$ >escaped; exec sleep 300" & wait',
    ],
    [
      'a daemon whose parent is long gone',
      '(setsid sh -c "echo \\$\\$ >escaped; exec sleep 300" &); while :; do sleep 1; done',
    ],
    [
      'a child that has emptied its environment',
      'setsid env -i sh -c "echo \\$\\$ >escaped; exec sleep 300" & wait',
    ],
  ])('reaches %s', async (_what, script) => {
    await rm(join(cwd, 'escaped'), { force: true });
    const running = await spawnProcess(shell(script));
    const escaped = await pidFrom('escaped');
    await running.kill();
    expect(await running.exit).toMatchObject({ reason: 'killed', signal: 'SIGTERM' });
    expectGone(escaped);
    expectGone(running.pid);
  });

  test('uses SIGKILL on what ignores SIGTERM', async () => {
    const running = await spawnProcess(
      shell('trap "" TERM; echo $$ >stubborn; while :; do sleep 0.1; done', { graceMs: 100 }),
    );
    await pidFrom('stubborn');
    await running.kill();
    expect(await running.exit).toMatchObject({ signal: 'SIGKILL', reason: 'killed' });
  });

  test('sweeps up what an ordinary exit leaves behind, and its output ends', async () => {
    const running = await spawnProcess(shell('sleep 300 & echo $! >left; exit 0'));
    const [bytes, exit] = await Promise.all([drain(running.stdout), running.exit]);
    expect(bytes).toBe(0);
    expect(exit).toMatchObject({ exitCode: 0, reason: 'exited' });
    expectGone(await pidFrom('left'));
  });

  test('reaches daemons that are just being started when their parent exits', async () => {
    const run = `RUN=${randomUUID()}`;
    const daemon = shell(`(${run} setsid sleep 300 >/dev/null 2>&1 &); exit 0`);
    for (let count = 0; count < 20; count += 1) await runProcess(daemon);
    const left = [...((await readProcesses(run))?.marked ?? [])];
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(left).toEqual([]);
  });

  test('does not wait for output that somebody unknown holds open', async () => {
    const running = await spawnProcess(
      shell(
        '(setsid env -i sh -c "echo \\$\\$ >unknown; exec sleep 300" &); until test -s unknown; do :; done',
      ),
    );
    await Promise.all([drain(running.stdout), drain(running.stderr), running.exit]);
    process.kill(await pidFrom('unknown'), 'SIGKILL');
  });

  test('happens at a timeout', async () => {
    const result = await runProcess(shell('sleep 300', { timeoutMs: 50 }));
    expect(result).toMatchObject({ reason: 'timeout', signal: 'SIGTERM', exitCode: null });
  });

  test.each([Number.POSITIVE_INFINITY, 30 * 86_400_000])(
    'does not happen early with a timeout of %d ms',
    async (timeoutMs) => {
      const result = await runProcess(shell('sleep 0.1; echo done', { timeoutMs }));
      expect(result).toMatchObject({ stdout: 'done\n', reason: 'exited', exitCode: 0 });
    },
  );

  test('happens when the caller aborts', async () => {
    const abort = new AbortController();
    const running = await spawnProcess(shell('sleep 300', { signal: abort.signal }));
    abort.abort();
    expect(await running.exit).toMatchObject({ reason: 'aborted' });
    expectGone(running.pid);
  });

  test('happens at the output limit, and memory stays bounded', async () => {
    const result = await runProcess(shell('yes', { maxOutputBytes: 100_000 }));
    expect(result.reason).toBe('output_limit');
    expect(result.stdout.length).toBeLessThan(1_000_000);
  });

  test('happens one byte above the output limit, and not at it', async () => {
    const both = 'printf 12345; printf 12345 >&2';
    const atLimit = await runProcess(shell(both, { maxOutputBytes: 10 }));
    expect(atLimit).toMatchObject({ reason: 'exited', stdout: '12345', stderr: '12345' });
    const above = await runProcess(shell(`${both}; sleep 300`, { maxOutputBytes: 9 }));
    expect(above.reason).toBe('output_limit');
  });

  test('asks a process to end once, for a second time makes some drop their clean-up', async () => {
    const stubborn = "trap 'echo asked' TERM; echo ready; while :; do sleep 0.02; done";
    const running = await spawnProcess(shell(stubborn, { graceMs: 300 }));
    let said = '';
    let ending: Promise<void> | undefined;
    for await (const chunk of running.stdout) {
      said += Buffer.from(chunk).toString();
      if (said === 'ready\n') ending = running.kill();
    }
    await ending;
    expect(said).toBe('ready\nasked\n');
    expect(await running.exit).toMatchObject({ signal: 'SIGKILL', reason: 'killed' });
  });

  test('may be asked for twice', async () => {
    const running = await spawnProcess(shell('sleep 300'));
    await Promise.all([running.kill(), running.kill()]);
    await running.kill();
    expect(await running.exit).toMatchObject({ reason: 'killed' });
  });
});

test('a signal reaches a process and all that came from it', async () => {
  const child =
    'trap "echo heard >heard; exit" USR1; echo $$ >listening; while :; do sleep 0.05; done';
  const script = `trap 'wait; exit 6' USR1; setsid sh -c '${child}' & while :; do sleep 0.05; done`;
  const running = await spawnProcess(shell(script));
  await pidFrom('listening');
  await running.signal('SIGUSR1');
  expect(await running.exit).toMatchObject({ exitCode: 6, reason: 'exited' });
  expect(await readFile(join(cwd, 'heard'), 'utf8')).toBe('heard\n');
});

describe('a process that cannot be started', () => {
  const cases: [what: string, options: () => SpawnOptions, code: string][] = [
    ['does not exist', () => shell('', { executable: '/no/such' }), 'process_not_found'],
    ['has no working folder', () => shell('', { cwd: '/no/such' }), 'process_not_found'],
    ['is not executable', () => shell('', { executable: '/etc/passwd' }), 'process_not_executable'],
    [
      'has too large an argument',
      () => shell('', { args: ['x'.repeat(3_000_000)] }),
      'process_arguments_too_large',
    ],
    ['may take less than no time', () => shell('', { timeoutMs: -1 }), 'process_limit_invalid'],
    [
      'has a timeout that is no number',
      () => shell('', { timeoutMs: Number.NaN }),
      'process_limit_invalid',
    ],
    [
      'has a grace that is no number',
      () => shell('', { graceMs: Number.NaN }),
      'process_limit_invalid',
    ],
    ['was aborted before', () => shell('', { signal: AbortSignal.abort() }), 'process_aborted'],
  ];
  test.each(cases)('because it %s is a clear error', async (_what, options, code) => {
    const error = await spawnProcess(options()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DragomanError);
    expect(error).toMatchObject({ code });
  });
});
