import { lstat, readlink, realpath } from 'node:fs/promises';
import { hiddenPaths } from './hidden-paths.js';

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

/**
 * The system as a sandbox sees it: programs and settings to read, without what isn't for everybody's
 * eyes, and its own `/proc`, `/dev`, `/tmp` and `/run`.
 */
export async function systemArguments(temporaryBytes?: number): Promise<readonly string[]> {
  const system = await Promise.all(SYSTEM_FOLDERS.map(asItIs));
  const hidden = hiddenPaths('/etc');
  const size = temporaryBytes === undefined ? [] : ['--size', String(Math.ceil(temporaryBytes))];
  return [
    ...system.flat(),
    ...['--ro-bind', '/etc', '/etc'],
    ...hidden.folders.flatMap((path) => ['--tmpfs', path]),
    ...hidden.files.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...KERNEL_SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...[...size, '--tmpfs', '/tmp'],
    ...['--tmpfs', '/run', '--symlink', '/run', '/var/run', '--symlink', '/tmp', '/var/tmp'],
  ];
}

/** What names are looked up with, which may lie in the hidden `/run`. */
export async function resolverArguments(): Promise<readonly string[]> {
  const file = await realpath('/etc/resolv.conf').catch(() => undefined);
  return file?.startsWith('/run/') ? ['--ro-bind', file, file] : [];
}

/** A folder, or the link that stands in its place where `/bin` is part of `/usr`. */
async function asItIs(path: string): Promise<string[]> {
  const status = await lstat(path).catch(() => undefined);
  if (status === undefined) return [];
  return status.isSymbolicLink()
    ? ['--symlink', await readlink(path), path]
    : ['--ro-bind', path, path];
}
