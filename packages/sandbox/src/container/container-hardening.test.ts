import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CONTAINERS_TIMEOUT_MS,
  podmanSubject,
  requireProgram,
  run,
  type SandboxSubject,
  script,
  shell,
  withFixture,
} from '@dragoman/testkit/sandbox-conformance';
import { beforeAll, expect, test } from 'vitest';
import type { SandboxLimits } from '../contract.js';
import { runProcess } from '../process/run-process.js';

const MEBIBYTE = 1024 * 1024;
const TIMEOUT_MS = 60_000;

let subject: SandboxSubject;
beforeAll(async () => {
  subject = await podmanSubject();
}, CONTAINERS_TIMEOUT_MS);

function inContainer(text: string, limits: SandboxLimits = {}) {
  return withFixture(subject, async ({ create }) => {
    const sandbox = await create({ limits });
    return run(sandbox, shell(sandbox, text));
  });
}

test('only the workspace, HOME and /tmp can be written', { timeout: TIMEOUT_MS }, async () => {
  const folders =
    '/ /etc /usr/bin /usr/local/bin /run /run/dragoman /var/tmp /opt /workspace /home/agent /tmp';
  const { stdout } = await inContainer(
    `for folder in ${folders}; do touch $folder/x 2>/dev/null && echo $folder; done`,
  );
  expect(stdout.trim().split('\n')).toEqual(['/workspace', '/home/agent', '/tmp']);
});

test('a command has no capabilities and can gain none', { timeout: TIMEOUT_MS }, async () => {
  const { stdout } = await inContainer('cat /proc/self/status; ls -A /dev; id -u; id -g');
  for (const name of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
    expect(stdout).toMatch(new RegExp(`^${name}:\\s+0{16}$`, 'm'));
  }
  expect(stdout).toMatch(/^NoNewPrivs:\s+1$/m);
  // System calls are filtered.
  expect(stdout).toMatch(/^Seccomp:\s+2$/m);
  expect(stdout).not.toMatch(/^(sd[a-z]|vd[a-z]|nvme|kvm|mem|fuse)/m);
  expect(stdout).toMatch(new RegExp(`\\n${process.getuid?.()}\\n${process.getgid?.()}\\n$`));
});

test('limits are the ones asked for', { timeout: TIMEOUT_MS }, async () => {
  // As the two versions of control groups name them.
  const files = [
    ...['memory.max', 'memory/memory.limit_in_bytes'],
    ...['pids.max', 'pids/pids.max'],
    ...['cpu.max', 'cpu/cpu.cfs_quota_us', 'cpu/cpu.cfs_period_us'],
  ];
  const { stdout } = await inContainer(
    `cd /sys/fs/cgroup; cat ${files.join(' ')} 2>/dev/null; grep ' /tmp ' /proc/self/mounts; ulimit -n`,
    { memoryBytes: 300 * MEBIBYTE, processes: 77, cpus: 0.5, temporaryBytes: 8 * MEBIBYTE },
  );
  expect(stdout).toMatch(/^314572800$/m);
  expect(stdout).toMatch(/^77$/m);
  expect(stdout).toMatch(/^50000[ \n]100000$/m);
  expect(stdout).toMatch(/^tmpfs \/tmp .*size=8192k/m);
  expect(stdout).toMatch(/\n4096\n$/);
});

test(
  'a command that takes too much memory is killed, and that is said',
  async () => {
    await withFixture(subject, async (fixture) => {
      const sandbox = await fixture.create({ limits: { memoryBytes: 160 * MEBIBYTE } });
      const greedy = script(
        fixture,
        sandbox,
        'const all = []; for (;;) all.push(Buffer.alloc(1e7, 1));',
      );
      const { exitCode, signal, reason } = await run(sandbox, greedy);
      expect({ exitCode, signal, reason }).toEqual({
        exitCode: null,
        signal: 'SIGKILL',
        reason: 'memory_limit',
      });
    });
  },
  TIMEOUT_MS,
);

test('a command can’t start more processes than it may', { timeout: TIMEOUT_MS }, async () => {
  const { stdout, stderr } = await inContainer(
    'i=0; while [ $i -lt 200 ]; do sleep 60 & i=$((i+1)); done; echo all started',
    { processes: 40 },
  );
  expect(stderr).toMatch(/fork|resource/i);
  expect(stdout).not.toContain('all started');
});

test('nobody is left as a zombie', { timeout: TIMEOUT_MS }, async () => {
  const { stdout } = await inContainer(`
    for i in 1 2 3 4 5; do sh -c 'sh -c "exit 0" & sleep 0.05 &' ; done
    orphans() { for file in /proc/[0-9]*/stat; do cat $file; done 2>/dev/null | grep -cE '[(]sleep[)]|[)] Z '; }
    i=0; while left=$(orphans); [ "$left" != 0 ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i+1)); done
    echo "$left"
  `);
  expect(stdout).toBe('0\n');
});

test('nobody opens the output of a command by its name', { timeout: TIMEOUT_MS }, async () => {
  // Podman hands on the socket that the output is; a pipe could be opened.
  const { stdout } = await inContainer(
    'readlink /proc/1/fd/1; for pid in 1 $$; do (echo forged >/proc/$pid/fd/1) 2>/dev/null; done; exit 0',
  );
  expect(stdout).toMatch(/^socket:\[\d+\]\n$/);
});

test('nobody reaches into another process, as with bubblewrap', {
  timeout: TIMEOUT_MS,
}, async () => {
  const gcc = await requireProgram('gcc', 'gcc libc6-dev');
  await withFixture(subject, async ({ create, workspace }) => {
    const calls = ['ptrace', 'pidfd_getfd', 'process_vm_readv', 'process_vm_writev', 'keyctl'];
    const probes = calls.map((name) => `syscall(SYS_${name}, 0, 1, 0, 0, 0, 0); say(errno);`);
    await writeFile(
      join(workspace, 'probe.c'),
      `#include <errno.h>
       #include <stdio.h>
       #include <sys/syscall.h>
       #include <unistd.h>
       static void say(int number) { printf("%d ", number); errno = 0; }
       int main(void) { ${probes.join(' ')} return 0; }`,
    );
    // An image may have other libraries than this machine.
    const args = ['-static', '-o', 'probe', 'probe.c'];
    const env = { PATH: '/usr/bin:/bin' };
    const built = await runProcess({ executable: gcc, args, env, cwd: workspace });
    expect(built.stderr).toBe('');
    const sandbox = await create();
    const { stdout } = await run(sandbox, shell(sandbox, './probe'));
    expect(stdout).toBe('1 1 1 1 1 ');
  });
});

test('no program that gives away its owner’s rights is left', { timeout: TIMEOUT_MS }, async () => {
  await withFixture(subject, async ({ create, workspace }) => {
    const sandbox = await create();
    const attempts = 'cp /bin/true left; chmod 4755 left; chmod 2755 left; chmod 750 left';
    const { stderr, exitCode } = await run(sandbox, shell(sandbox, attempts));
    expect(stderr.match(/not permitted/g)).toHaveLength(2);
    expect(exitCode).toBe(0);
    expect((await stat(join(workspace, 'left'))).mode & 0o7777).toBe(0o750);
  });
});
