import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireProgram } from '@dragoman/testkit/sandbox-conformance';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { collectText } from '../process/run-process.js';
import {
  filteredArchitectures,
  type SystemCallName,
  systemCallNumber,
} from '../seccomp/system-call-numbers.js';
import { createBubblewrapSandboxes } from './bubblewrap-sandboxes.js';

beforeAll(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await requireProgram('perl', 'perl-base');
}, 600_000);

function numberOf(name: SystemCallName): number {
  const architecture = filteredArchitectures.find((known) => known === process.arch);
  return (architecture && systemCallNumber(name, architecture)) ?? -1;
}

/** `pidfd_open` is nobody's business to deny. It has the same number everywhere. */
const PIDFD_OPEN = 434;

/** A command that an agent runs, which wants to write where the agent does. */
const ATTACKER = `
use Fcntl;
my $agent = getppid();
my @ways;
for my $pid ($agent, 1, 2) {
  push @ways, "open fd of $pid" if sysopen(my $out, "/proc/$pid/fd/1", O_WRONLY) && syswrite($out, "forged\\n");
  my $handle = syscall(${PIDFD_OPEN}, $pid, 0);
  push @ways, "pidfd_getfd of $pid" if syscall(${numberOf('pidfd_getfd')}, $handle, 1, 0) >= 0;
  push @ways, "ptrace of $pid" if syscall(${numberOf('ptrace')}, 0x4206, $pid, 0, 0) >= 0;
  push @ways, "process_vm of $pid" if syscall(${numberOf('process_vm_writev')}, $pid, 0, 0, 0, 0, 0) >= 0;
}
push @ways, 'typing' if syscall(${numberOf('ioctl')}, 0, 0x5412, 0) >= 0;
print "ways: @ways\\n";
`;

/** Stands for an agent: its command has its own output, which it shows in its own words. */
const AGENT = `
const { spawnSync } = require('node:child_process');
const { stdout, stderr } = spawnSync('perl', ['attack.pl'], { encoding: 'utf8' });
console.log(JSON.stringify({ stdout, stderr }));
`;

test('a command cannot write to the output of its agent, whichever way it tries', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dragoman-stolen-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [workspace, home] = [join(root, 'workspace'), join(root, 'home')];
  for (const path of [workspace, home]) await mkdir(path);
  await writeFile(join(workspace, 'attack.pl'), ATTACKER);
  const sandbox = await createBubblewrapSandboxes({
    stateDirectory: join(root, 'state'),
  }).create({ workspace, home });
  onTestFinished(() => sandbox.remove());
  const agent = await sandbox.start({
    executable: process.execPath,
    args: ['-e', AGENT],
    env: { PATH: '/usr/bin:/bin' },
  });
  const [said] = await Promise.all([collectText(agent.stdout), collectText(agent.stderr)]);
  expect(said).toBe(`${JSON.stringify({ stdout: 'ways: \n', stderr: '' })}\n`);
});
