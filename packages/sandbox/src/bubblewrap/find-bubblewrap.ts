import { DragomanError } from '@dragoman/protocol';
import { findProgram, type ProgramSearch } from '../process/find-program.js';
import { installRemedy } from '../process/install-remedy.js';
import { runProcess } from '../process/run-process.js';

/** The namespaces that a sandbox needs, around a program that does nothing. */
const TRIAL = ['--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--proc', '/proc', 'true'];
const ELSEWHERE = 'Use a container';
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
/** The rest of the arguments is the program that sees it so. */
const SCRIPT = '"$0" --bind /dev /dev && "$0" -o remount,bind,ro /dev && exec "$@"';

/** Bubblewrap as it can be used on this machine. */
export interface Bubblewrap {
  readonly executable: string;
  /** A program and its arguments that bubblewrap is started by; empty where it takes none. */
  readonly before: readonly string[];
  /**
   * How a command gets its own identity, and can make no other where this bubblewrap can see to
   * that. Empty where the system allows none.
   */
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

/** Where it is looked for, and what must not be taken for it. */
type BubblewrapOptions = Omit<ProgramSearch, 'packages'>;

/** Finds bubblewrap and tries it, because many systems have it and don't let it work. */
export function findBubblewrap(options: BubblewrapOptions = {}): Promise<BubblewrapSearch> {
  return search(options, tryBubblewrap);
}

const known = new Map<string, Promise<BubblewrapSearch>>();

/** The same, but one that worked once in this process isn't tried again. */
export function knownBubblewrap(options: BubblewrapOptions = {}): Promise<BubblewrapSearch> {
  return search(options, (executable) => {
    const trial =
      known.get(executable) ??
      tryBubblewrap(executable).then((result) => {
        if (!result.found) known.delete(executable);
        return result;
      });
    known.set(executable, trial);
    return trial;
  });
}

/** What may be run is judged each time, before it is: what an agent can write to depends on where it works. */
async function search(
  options: BubblewrapOptions,
  attempt: (executable: string) => Promise<BubblewrapSearch>,
): Promise<BubblewrapSearch> {
  if (process.platform !== 'linux') {
    return { found: false, why: 'bubblewrap exists for Linux only', remedy: ELSEWHERE };
  }
  try {
    const executable = await findProgram('bwrap', options);
    if (executable !== undefined) return await attempt(executable);
  } catch (error) {
    if (!(error instanceof DragomanError)) throw error;
    return {
      found: false,
      why: error.message.replace(/\.$/, ''),
      remedy: await installRemedy('bubblewrap'),
    };
  }
  const why = "there is no program bwrap in the system's folders";
  return { found: false, why, remedy: await installRemedy('bubblewrap') };
}

/** Whether this bubblewrap works here, and how. */
export async function tryBubblewrap(executable: string): Promise<BubblewrapSearch> {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const user = own.uid === 0 ? STAND_IN : own;
  const identity = ['--unshare-user', '--uid', String(user.uid), '--gid', String(user.gid)];
  // Only since 0.8, and not in every container.
  const closed = [...identity, '--disable-userns'];
  for (const before of devicesFirst(await readOnlyDevices())) {
    const [program = '', ...args] = [...before, executable, ...closed, ...TRIAL];
    if ((await run(program, args)).exitCode === 0) {
      return { found: true, bubblewrap: { executable, before, identity: closed, user } };
    }
  }
  const withIdentity = await run(executable, [...identity, ...TRIAL]);
  if (withIdentity.exitCode === 0) {
    return { found: true, bubblewrap: { executable, before: [], identity, user } };
  }
  // Root needs no namespace of users to make the others.
  const without = own.uid === 0 ? await run(executable, TRIAL) : withIdentity;
  if (without.exitCode === 0) {
    return { found: true, bubblewrap: { executable, before: [], identity: [], user: own } };
  }
  return { found: false, ...explain(without.stderr) };
}

/** With it, and, where a system doesn't let root mount anything, without. */
function devicesFirst(before: readonly string[]): readonly (readonly string[])[] {
  return before.length === 0 ? [[]] : [before, []];
}

export async function bubblewrapVersion({ executable }: Bubblewrap): Promise<string> {
  const { stdout } = await run(executable, ['--version']);
  return stdout.trim().split(' ').at(-1) ?? '';
}

function explain(stderr: string): { why: string; remedy: string } {
  const why = stderr.trim().slice(-500) || 'bwrap ended without a word';
  const known = OBSTACLES.find(({ sign }) => sign.test(why));
  return { why, remedy: known?.remedy ?? ELSEWHERE };
}

function run(executable: string, args: readonly string[]) {
  const env = { PATH: '/usr/bin:/bin' };
  return runProcess({ executable, args, env, cwd: '/', timeoutMs: TRIAL_MS });
}

/**
 * What is put before bubblewrap where its user is root. The devices that it binds are this machine's own,
 * and root's stand-in inside is their owner: it could take `/dev/null` from everybody by changing its
 * mode. A device of a file system that is read-only can be written to, but not changed. Empty where the
 * user owns no devices, or the programs for it are missing.
 */
async function readOnlyDevices(): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return [];
  const found = ['unshare', 'sh', 'mount'].map((name) => findProgram(name, { environment: {} }));
  const [unshare, shell, mount] = await Promise.all(found);
  if (unshare === undefined || shell === undefined || mount === undefined) return [];
  return [unshare, '--mount', '--', shell, '-c', SCRIPT, mount];
}
