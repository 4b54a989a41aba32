import { findProgram } from '../process/find-program.js';
import { runProcess } from '../process/run-process.js';

/** Bubblewrap as it can be used on this machine. */
export interface Bubblewrap {
  readonly executable: string;
  /** How a command gets an identity of its own. Empty where the system allows none. */
  readonly identity: readonly string[];
  /** The user that commands run as. */
  readonly user: { readonly uid: number; readonly gid: number };
}

export type BubblewrapSearch =
  | { readonly found: true; readonly bubblewrap: Bubblewrap }
  | { readonly found: false; readonly why: string; readonly remedy: string };

/** Who root is inside: some agents refuse to work as root. */
const STAND_IN = { uid: 1000, gid: 1000 };

const TRIAL_MS = 20_000;

/** Finds bubblewrap and tries it, because many systems have it and don't let it work. */
export async function findBubblewrap(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<BubblewrapSearch> {
  if (process.platform !== 'linux') {
    const remedy = 'Use a container, or a plain process without isolation.';
    return { found: false, why: 'bubblewrap exists for Linux only', remedy };
  }
  const executable = await findProgram('bwrap', environment);
  if (executable === undefined) {
    const remedy = 'Install it: apt-get install bubblewrap, dnf install bubblewrap, …';
    return { found: false, why: 'there is no program bwrap on PATH', remedy };
  }
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const user = own.uid === 0 ? STAND_IN : own;
  const identity = ['--unshare-user', '--uid', String(user.uid), '--gid', String(user.gid)];
  const withIdentity = await run(executable, [...identity, ...TRIAL]);
  if (withIdentity.exitCode === 0) {
    return { found: true, bubblewrap: { executable, identity, user } };
  }
  // Root needs no namespace of users to make the others.
  const without = own.uid === 0 ? await run(executable, TRIAL) : withIdentity;
  if (without.exitCode === 0) {
    return { found: true, bubblewrap: { executable, identity: [], user: own } };
  }
  return { found: false, ...explain(without.stderr) };
}

const known = new Map<string, Promise<BubblewrapSearch>>();

/** The same, but what was found once in this process isn't tried again. */
export function knownBubblewrap(
  environment: NodeJS.ProcessEnv = process.env,
): Promise<BubblewrapSearch> {
  const path = environment.PATH ?? '';
  const search =
    known.get(path) ??
    findBubblewrap(environment).then((result) => {
      if (!result.found) known.delete(path);
      return result;
    });
  known.set(path, search);
  return search;
}

export async function bubblewrapVersion({ executable }: Bubblewrap): Promise<string> {
  const { stdout } = await run(executable, ['--version']);
  return stdout.trim().split(' ').at(-1) ?? '';
}

/** The namespaces that a sandbox needs, around a program that does nothing. */
const TRIAL = ['--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--proc', '/proc', 'true'];

/** What is known to stop bubblewrap, and what helps. */
const OBSTACLES: readonly { readonly sign: RegExp; readonly remedy: string }[] = [
  {
    sign: /setting up uid map|loopback: Failed RTM_NEWADDR/i,
    remedy:
      'The system restricts namespaces of users (AppArmor on Ubuntu 24.04): give bwrap a profile that allows userns, or run: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    sign: /No permissions to creat\w* new namespace|Creating new namespace failed/i,
    remedy:
      'Allow namespaces of users: sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000. In a container, run it with --security-opt seccomp=unconfined.',
  },
  {
    sign: /mount proc|Can't mount/i,
    remedy:
      'A container that hides parts of /proc lets nobody mount another: run it with --security-opt unmask=ALL (docker: systempaths=unconfined).',
  },
];

function explain(stderr: string): { why: string; remedy: string } {
  const why = stderr.trim().slice(-500) || 'bwrap ended without a word';
  const known = OBSTACLES.find(({ sign }) => sign.test(why));
  const remedy = 'Use a container, or a plain process without isolation.';
  return { why, remedy: known?.remedy ?? remedy };
}

function run(executable: string, args: readonly string[]) {
  const env = { PATH: '/usr/bin:/bin' };
  return runProcess({ executable, args, env, cwd: '/', timeoutMs: TRIAL_MS });
}
