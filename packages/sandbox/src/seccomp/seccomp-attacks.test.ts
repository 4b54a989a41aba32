import { mkdir, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '@dragoman/testkit/sandbox-conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBubblewrapSandboxes } from '../bubblewrap/bubblewrap-sandboxes.js';
import type { Sandbox } from '../contract.js';
import { collectText, runProcess } from '../process/run-process.js';
import { errorNumbers, filterRules } from './filter-rules.js';
import {
  filteredArchitectures,
  type SystemCallName,
  systemCallNumber,
} from './system-call-numbers.js';

/** Played for real: each call is made from inside, on this machine's kernel. */
let root: string;
let sandbox: Sandbox;
beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await requireProgram('perl', 'perl-base');
  await requireProgram('gcc', 'gcc libc6-dev');
  root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-seccomp-')));
  for (const name of ['workspace', 'home']) await mkdir(join(root, name));
  sandbox = await createBubblewrapSandboxes({ stateDirectory: join(root, 'state') }).create({
    workspace: join(root, 'workspace'),
    home: join(root, 'home'),
  });
}, 600_000);
afterAll(async () => {
  await sandbox?.remove();
  await rm(root, { recursive: true, force: true });
});

async function inside(executable: string, ...args: string[]) {
  const env = { PATH: '/usr/bin:/bin', HOME: sandbox.inside.home };
  const running = await sandbox.start({ executable, args, env });
  const [stdout, stderr, exit] = await Promise.all([
    collectText(running.stdout),
    collectText(running.stderr),
    running.exit,
  ]);
  return { ...exit, stdout, stderr, said: `${stdout}${stderr}` };
}

function outside(executable: string, ...args: string[]) {
  return runProcess({ executable, args, env: { PATH: '/usr/bin:/bin' }, cwd: root });
}

/** Makes system calls, one line of numbers each, and says the number of the error, or `done`. */
const CALL = `
for (@ARGV) {
  my ($number, @arguments) = map { int($_) } split / /;
  my $result = syscall($number, @arguments);
  print $result == -1 ? $! + 0 : 'done', "\\n";
}`;

function numberOf(name: SystemCallName): number | undefined {
  const architecture = filteredArchitectures.find((known) => known === process.arch);
  return architecture && systemCallNumber(name, architecture);
}

function call(name: SystemCallName, ...args: number[]): string {
  return [numberOf(name), ...args].join(' ');
}

async function errorsOf(calls: readonly string[]): Promise<string[]> {
  const { stdout } = await inside('perl', '-e', CALL, ...calls);
  return stdout.trim().split('\n');
}

test('every call that is denied whatever it is asked fails, for real', async () => {
  const always = filterRules
    .filter((rule) => rule.when === undefined)
    .flatMap(({ calls, error }) => calls.map((name) => ({ name, error })))
    .filter(({ name }) => numberOf(name) !== undefined);
  const errors = await errorsOf(always.map(({ name }) => call(name)));
  expect(always.map(({ name }, at) => [name, errors[at]])).toEqual(
    always.map(({ name, error }) => [name, String(errorNumbers[error])]),
  );
});

test('keys of the session can be used by this user, and not by a command', async () => {
  const keyring = call('keyctl', 0, -3, 0);
  const own = await outside('perl', '-e', CALL, keyring);
  expect(own.stdout).toBe('done\n');
  expect(await errorsOf([keyring])).toEqual(['1']);
  const { said } = await inside('sh', '-c', 'cat /proc/keys /proc/key-users');
  expect(said).not.toMatch(/keyring|\d\/\d/);
});

test('sockets are for this machine and the internet', async () => {
  const families = { vsock: 40, alg: 38, packet: 17, bluetooth: 31, can: 29, tipc: 30, xdp: 44 };
  const asked = Object.values(families).map((family) => call('socket', family, 1, 0));
  expect(new Set(await errorsOf(asked))).toEqual(new Set(['97']));
  const useful = [call('socket', 1, 1, 0), call('socket', 2, 1, 0), call('socket', 10, 2, 0)];
  expect(await errorsOf([...useful, call('socket', 16, 3, 0)])).toEqual(Array(4).fill('done'));
});

test('no namespace can be made, and in none anything be mounted', async () => {
  const flags = { mounts: 0x20000, users: 0x10000000, network: 0x40000000, processes: 0x20000000 };
  const unshares = Object.values(flags).map((flag) => call('unshare', flag));
  expect(await errorsOf(unshares)).toEqual(Array(4).fill('1'));
  // Where there is no filter, bubblewrap itself sees to it.
  const nested = 'unshare --user --map-root-user --mount mount -t tmpfs none /tmp && echo mounted';
  expect((await inside('sh', '-c', nested)).said).not.toContain('mounted');
});

test('nobody is typed for on a terminal', async () => {
  expect(await errorsOf([call('ioctl', 0, 0x5412, 0), call('ioctl', 0, 0x541c, 0)])).toEqual([
    '1',
    '1',
  ]);
});

describe('no program that gives away its owner’s rights is left in the workspace', () => {
  const attempts: Readonly<Record<string, string>> = {
    'chmod u+s': 'cp /bin/true left; chmod u+s left',
    'chmod g+s': 'cp /bin/true left; chmod 2755 left',
    'install -m': 'install -m 4755 /bin/true left',
    open: `perl -e 'use Fcntl; sysopen(my $f, "left", O_CREAT | O_WRONLY, 04755) or die "$!"'`,
    fchmod: `perl -e 'open(my $f, ">", "left"); chmod(04755, $f) or die "$!"'`,
    mknod: `perl -e 'my $name = "left"; syscall(${numberOf('mknodat')}, -100, $name, 0104755, 0) == 0 or die "$!"'`,
    'tar -p': 'cp /bin/true left; tar --mode=4755 -cf a.tar left; rm left; tar -xpf a.tar',
    'python copy': `cp /bin/true left; python3 -c 'import os; os.chmod("left", 0o4755)'`,
  };
  test.each(Object.entries(attempts))('%s', async (_name, script) => {
    const left = join(root, 'workspace', 'left');
    await rm(left, { force: true });
    const { exitCode, said } = await inside('sh', '-c', script);
    expect(said).toMatch(/not permitted/i);
    expect(exitCode).not.toBe(0);
    const mode = (await stat(left).catch(() => undefined))?.mode ?? 0;
    expect(mode & 0o6000).toBe(0);
  });
});

test('a call by the numbers of another machine ends the program', async () => {
  if (process.arch !== 'x64') return;
  const source = join(root, 'workspace', 'other.c');
  // keyctl has the number 288 on i386; 0x40000000 marks the calls of x32.
  await writeFile(
    source,
    `#include <stdio.h>
     #include <errno.h>
     #include <unistd.h>
     #include <sys/syscall.h>
     int main(void) {
       long id = syscall(0x40000000 + 250, 0, -3, 0);
       printf("%ld %d\\n", id, errno); fflush(stdout);
       long result; __asm__ volatile("int $0x80" : "=a"(result) : "a"(288), "b"(0), "c"(-3), "d"(0));
       printf("%ld\\n", result); return 0;
     }`,
  );
  const built = await outside('gcc', '-o', join(root, 'workspace', 'other'), source);
  expect(built.stderr).toBe('');
  const { stdout, signal } = await inside('./other');
  expect([stdout, signal]).toEqual(['-1 38\n', 'SIGSYS']);
});

test('a command has nothing open that it was not given', async () => {
  const { stdout } = await inside('sh', '-c', 'ls -l /proc/self/fd | grep -v "/[0-9]*/fd$"');
  const others = stdout.split('\n').flatMap((line) => / (\d+) -> (.*)$/.exec(line)?.slice(1) ?? []);
  const open = others.filter((_, at) => at % 2 === 1 && Number(others[at - 1]) > 2);
  expect(open.filter((target) => target !== '/dev/null')).toEqual([]);
});
