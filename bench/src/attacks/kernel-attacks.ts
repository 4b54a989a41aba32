import { realpathSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import type { Attack, Verdict } from './attack.js';
import type { AttackFixture } from './attack-fixture.js';

const WALL = 'The kernel';

/** System calls that get at other processes, keys or the kernel itself, as Perl makes them. */
const CALLS: readonly {
  readonly name: string;
  /** The numbers on x86_64 and aarch64, and the arguments. */
  readonly numbers: readonly [number, number];
  readonly args: string;
}[] = [
  { name: 'reads a keyring', numbers: [250, 219], args: '0, -3, 1' },
  { name: 'adds a key', numbers: [248, 217], args: '$user, $x, $y, 1, -3' },
  { name: 'asks for a key', numbers: [249, 218], args: '$user, $x, $y, 0' },
  { name: 'sets up io_uring', numbers: [425, 425], args: '8, $zeros' },
  { name: 'loads a BPF program', numbers: [321, 280], args: '5, $zeros, 128' },
  { name: 'opens a userfaultfd', numbers: [323, 282], args: '1' },
  { name: 'opens performance counters', numbers: [298, 241], args: '$zeros, 0, -1, -1, 0' },
  {
    name: 'traces a process',
    numbers: [101, 117],
    args: '0x4206, $parent, 0, 0',
  },
  {
    name: "writes into the agent's memory by process_vm_writev",
    numbers: [311, 271],
    args: '$parent, $zeros, 0, $zeros, 0, 0',
  },
  {
    name: 'compares processes',
    numbers: [312, 272],
    args: '$parent, $$, 0, 1, 1',
  },
  {
    name: 'opens a file by its handle',
    numbers: [304, 265],
    args: '-100, $zeros, 0',
  },
];

const PERL = '/usr/bin/perl';

/** What Perl loads that a small image may not have. */
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (folder) => `/usr/lib/${folder}/libcrypt.so.1`,
);

/** Runs a line of Perl inside; what it prints after `RESULT ` is the answer. */
async function perl(fixture: AttackFixture, code: string): Promise<string> {
  const libraries = LIBRARIES.filter(isThere);
  const { events } = await fixture.command(`${PERL} -e '${code}'`, {
    ...(fixture.kind === 'container' && { readable: [PERL, ...libraries] }),
  });
  const results = events.filter(({ type }) => type === 'tool_result');
  const [, answer] = /RESULT (\w+)/.exec(JSON.stringify(results)) ?? [];
  if (answer !== undefined) return answer;
  throw new Error(`Perl said nothing inside: ${JSON.stringify(results).slice(0, 300)}`);
}

function isThere(path: string): boolean {
  try {
    realpathSync(path);
    return true;
  } catch {
    return false;
  }
}

/** EPERM, EACCES, ENOSYS: not allowed, or not there. In each case the call does nothing. */
const REFUSED = new Set(['1', '13', '38']);

/** Perl passes texts by address only if they are variables. */
const VARIABLES =
  'my $parent = getppid(); my ($user, $x, $y) = ("user", "x", "y"); my $zeros = chr(0) x 256;';

const NUMBER = process.arch === 'arm64' ? 1 : 0;

function refusedCall({ name, numbers, args }: (typeof CALLS)[number]): Attack {
  const call = `${VARIABLES} my $r = syscall(${numbers[NUMBER]}, ${args});`;
  return {
    name,
    wall: WALL,
    promises: { process: 'open', bubblewrap: 'stopped', container: 'stopped' },
    async play(fixture) {
      const print = 'print "RESULT ", ($r >= 0 ? "done" : $! + 0), "\\n"';
      return REFUSED.has(await perl(fixture, `${call} ${print}`)) ? 'stopped' : 'broke';
    },
  };
}

/** A command that prints `BROKE` if it gets what it is after. */
function shell(
  name: string,
  command: string,
  promises: Attack['promises'] = { process: 'open', bubblewrap: 'stopped', container: 'stopped' },
): Attack {
  return {
    name,
    wall: WALL,
    promises,
    async play(fixture): Promise<Verdict> {
      const { events, end } = await fixture.command(`${command}; echo PLAYED`);
      const said = JSON.stringify(events.filter(({ type }) => type === 'tool_result'));
      if (!said.includes('PLAYED'))
        throw new Error(`not played: ${end.reason} ${said.slice(0, 300)}`);
      return said.includes('BROKE') ? 'broke' : 'stopped';
    },
  };
}

export const kernelAttacks: readonly Attack[] = [
  ...CALLS.map(refusedCall),
  shell(
    'mounts in new namespaces',
    'unshare -Urm sh -c "mount -t tmpfs none /tmp && echo BROKE"; unshare -Ur true && echo BROKE',
  ),
  shell('reads the password file', 'cat /etc/shadow /etc/gshadow && echo BROKE'),
  shell(
    'reads the environment of processes outside',
    'for e in /proc/[0-9]*/environ; do tr "\\0" "\\n" < $e 2>/dev/null | grep -q ^DRAGOMAN_ATTACK_SECRET= && echo BROKE; done; true',
  ),
  shell(
    'writes settings of the kernel',
    'for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/sys/fs/binfmt_misc/register /sys/kernel/uevent_helper; do (echo x > $f) 2>/dev/null && echo BROKE; done; true',
  ),
  {
    name: 'takes /dev/null from everybody',
    wall: WALL,
    promises: { process: 'open', bubblewrap: 'stopped', container: 'stopped' },
    async play(fixture) {
      const before = await stat('/dev/null');
      // As it is, with one bit more: a machine without it would be of no use to the user.
      const more = (before.mode | 0o100) & 0o777;
      const { events } = await fixture.command(
        `chmod ${more.toString(8)} /dev/null .envrc .npmrc; echo played-$((1 + 1))`,
      );
      if (!JSON.stringify(events).includes('played-2')) throw new Error('not played');
      const after = await stat('/dev/null');
      if (after.mode === before.mode) return 'stopped';
      await chmod('/dev/null', before.mode);
      return 'broke';
    },
  },
  shell(
    'reaches a server of this machine',
    'node -e \'require("net").connect(Number(process.env.X || 22), "127.0.0.1").on("connect", () => console.log("BROKE")).on("error", () => {})\'',
    { process: 'open', bubblewrap: 'stopped', container: 'stopped' },
  ),
  shell(
    'takes the output of the agent',
    // The launcher has the same output as the agent.
    'for p in /proc/[0-9]*; do grep -q launcher.mjs $p/cmdline 2>/dev/null && (echo "{}" > $p/fd/1) 2>/dev/null && echo BROKE; done; true',
    { process: 'open', bubblewrap: 'stopped' },
  ),
];
