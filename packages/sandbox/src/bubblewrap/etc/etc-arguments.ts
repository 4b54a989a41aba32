import { readdirSync, readlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { statusOf } from '../../files/status-of.js';
import type { GivenFiles } from '../given-files.js';
import { hiddenPaths, isHidden } from '../hidden-paths.js';

/** Up to so many files are copied sooner than their folder is mounted. */
const FEW = 8;

interface EtcOptions {
  /** Where this machine's own are. */
  readonly source: string;
  /** Whether commands are on this machine's network. */
  readonly onNetwork: boolean;
  /** Files that only the sandbox has, by name. They come before this machine's. */
  readonly own: Readonly<Record<string, string>>;
}

/** The names of the sandbox, where it has its own loopback and nothing else. */
const OWN_NAMES = {
  hostname: 'sandbox\n',
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost sandbox\n',
};

/**
 * The `/etc` of a sandbox, made of what the lists show of this machine's and of the sandbox's own.
 *
 * Single files and small folders are copied, because a mount for each would take longer than the rest
 * of a sandbox; other folders are mounted, without what in them isn't for everybody's eyes.
 */
export function etcArguments(
  { source, onNetwork, own }: EtcOptions,
  given: GivenFiles,
): readonly string[] {
  const files = { ...(onNetwork ? { hostname: OWN_NAMES.hostname } : OWN_NAMES), ...own };
  const shown = [...shownSettings, ...(onNetwork ? shownWithNetwork : [])];
  const names = readdirSync(source).filter((name) => !(name in files) && isShown(name, shown));
  return [
    ...Object.entries(files).flatMap(([name, content]) =>
      given.copyArguments(given.write(name, content), `/etc/${name}`),
    ),
    ...names.flatMap((name) => showArguments(join(source, name), `/etc/${name}`, given)),
  ];
}

/** A copy, the same link, or a mount. What is none of these, or not for everybody, is left out. */
function showArguments(path: string, target: string, given: GivenFiles): readonly string[] {
  const status = statusOf(path);
  if (status === undefined) return [];
  if (status.isSymbolicLink()) return ['--symlink', readlinkSync(path), target];
  if (isHidden(status)) return [];
  if (status.isFile()) return given.copyArguments(path, target);
  return status.isDirectory() ? folderArguments(path, target, given) : [];
}

function folderArguments(path: string, target: string, given: GivenFiles): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  if (entries.length <= FEW && !entries.some((entry) => entry.isDirectory())) {
    const shown = entries.flatMap(({ name }) =>
      showArguments(join(path, name), join(target, name), given),
    );
    return ['--dir', target, ...shown];
  }
  const { files, folders } = hiddenPaths(path);
  const inside = (hidden: string) => target + hidden.slice(path.length);
  return [
    ...['--ro-bind', path, target],
    ...folders.flatMap((hidden) => ['--tmpfs', inside(hidden), '--remount-ro', inside(hidden)]),
    ...files.flatMap((hidden) => ['--ro-bind', '/dev/null', inside(hidden)]),
  ];
}

/** What names are looked up with, which may be in the hidden `/run`. */
export async function resolverArguments(): Promise<readonly string[]> {
  const file = await realpath('/etc/resolv.conf').catch(() => undefined);
  return file?.startsWith('/run/') ? ['--ro-bind', file, file] : [];
}

/**
 * What of this machine's `/etc` a sandbox shows, if it is there: what programs need to run, and
 * nothing about this machine's users, services or network. A `*` at the end stands for anything.
 */
const shownSettings: readonly string[] = [
  // Libraries, and programs that have several names.
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'ld.so.preload', 'ld-musl-*', 'alternatives'],
  // Where NixOS keeps what the others have here themselves.
  'static',
  // Certificates, and which ciphers may be used.
  ...['ssl', 'pki', 'crypto-policies', 'gnutls'],
  // How names of all sorts are looked up.
  ...['nsswitch.conf', 'protocols', 'services', 'rpc', 'networks', 'host.conf', 'gai.conf'],
  ...['shells', 'mime.types', 'magic', 'magic.mime'],
  // Time, language, and which system this is.
  ...['localtime', 'timezone', 'locale.alias', 'locale.conf', 'os-release', 'lsb-release'],
  ...['debian_version', 'alpine-release', 'arch-release', 'fedora-release', 'redhat-release'],
  ...['system-release', 'SuSE-release', 'NIXOS', 'mtab'],
  // Shells, terminals and editors.
  ...['profile', 'profile.d', 'bash.bashrc', 'bashrc', 'zsh', 'zshenv', 'zshrc', 'zprofile'],
  ...['fish', 'inputrc', 'DIR_COLORS', 'terminfo', 'vim', 'vimrc', 'nanorc', 'login.defs'],
  ...['manpath.config', 'man_db.conf'],
  // Languages and their tools.
  ...['java*', 'jvm*', 'maven', 'ant', 'ant.d', 'gradle', 'perl', 'python*', 'ruby*', 'gemrc'],
  ...['php', 'php.ini', 'php.d', 'lua*', 'R', 'dotnet', 'ghc', 'texmf', 'erlang', 'xml', 'rpm'],
  // Pictures and fonts.
  ...['fonts', 'ImageMagick*', 'ghostscript', 'OpenCL', 'vulkan'],
];

/**
 * What shows how this machine reaches others, and with which names and passwords: only of use with a
 * network, and shown only then.
 */
const shownWithNetwork: readonly string[] = [
  ...['hosts', 'resolv.conf', 'gitconfig', 'npmrc', 'pip.conf', 'wgetrc', 'curlrc'],
];

/** Whether a name is one of a list. */
function isShown(name: string, shown: readonly string[]): boolean {
  return shown.some((entry) =>
    entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
  );
}
