import { existsSync } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';

/** Where programs and what they need lie, on one system or another. */
const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/gnu/store',
];

/**
 * Settings of the kernel. They are root's to change, by name and not by special rights: to a command
 * of root's that is an ordinary user inside they are still open. A name for a program in
 * `core_pattern` would be the way out.
 */
const KERNEL_SETTINGS = ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'];

/** Keys that Dragoman's own session has, under the names of its users. */
const KEYS = ['/proc/keys', '/proc/key-users'];

/** What the kernel shows to root by number, and a command of root's has the same number. */
const FOR_ROOT = ['/proc/kpagecgroup', '/proc/kpagecount', '/proc/kpageflags'];

/** `/run` holds sockets and little else. */
const RUN_BYTES = 16 * 1024 * 1024;

/**
 * The system as a sandbox sees it: programs to read, and its own `/proc`, `/dev`, `/tmp` and `/run`.
 * All that is kept in memory has a size.
 */
export async function systemArguments(temporaryBytes: number): Promise<readonly string[]> {
  const system = await Promise.all(SYSTEM_FOLDERS.map(asItIs));
  const hidden = [...KEYS, ...(process.getuid?.() === 0 ? FOR_ROOT : [])].filter(existsSync);
  const memory = (bytes: number, path: string) => ['--size', String(bytes), '--tmpfs', path];
  return [
    ...system.flat(),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...memory(temporaryBytes, '/dev/shm'),
    ...['--remount-ro', '/dev'],
    ...KERNEL_SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...memory(temporaryBytes, '/tmp'),
    ...memory(RUN_BYTES, '/run'),
    ...['--symlink', '/run', '/var/run', '--symlink', '/tmp', '/var/tmp'],
  ];
}

/** A folder, or a link if `/bin` is part of `/usr`. */
async function asItIs(path: string): Promise<string[]> {
  const status = await lstat(path).catch(() => undefined);
  if (status === undefined) return [];
  return status.isSymbolicLink()
    ? ['--symlink', await readlink(path), path]
    : ['--ro-bind', path, path];
}
