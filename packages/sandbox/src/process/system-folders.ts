import { delimiter, join } from 'node:path';

const POSIX = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Where each system has the programs that whoever administers it has installed. */
const SYSTEM_FOLDERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: [
    // NixOS has the programs with special rights, such as newuidmap, apart from the others.
    '/run/wrappers/bin',
    ...POSIX,
    '/run/current-system/sw/bin',
    '/run/current-system/profile/bin',
    '/nix/var/nix/profiles/default/bin',
    '/snap/bin',
  ],
  darwin: [
    ...POSIX,
    '/opt/homebrew/sbin',
    '/opt/homebrew/bin',
    '/opt/local/bin',
    '/run/current-system/sw/bin',
    '/nix/var/nix/profiles/default/bin',
  ],
  win32: ['C:\\Windows\\System32', 'C:\\Program Files\\Git\\cmd', 'C:\\Program Files\\nodejs'],
};

/** The folders in which Dragoman looks for programs. PATH has no say: a project can stand first on it. */
export function systemFolders(platform: NodeJS.Platform = process.platform): readonly string[] {
  return SYSTEM_FOLDERS[platform] ?? POSIX;
}

/** PATH for the programs that Dragoman starts outside of sandboxes: they look others up by it. */
export function systemPath(): string {
  return systemFolders().join(delimiter);
}

/** The variables that make any program load code of others, or take another for a program. */
const LOADS_CODE = /^(NODE_OPTIONS|NODE_PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|PATH)$/i;

/** Whether a variable may say what code runs: none that Dragoman starts outside of sandboxes gets it. */
export function loadsCode(variable: string): boolean {
  return LOADS_CODE.test(variable);
}

/** Where the packages lie that go with the programs in a folder, and are no project's. */
export function packagesBeside(bin: string): readonly string[] {
  return [
    join(bin, '..', 'lib', 'node_modules'),
    join(bin, 'node_modules'), // Windows
    join(bin, '..', 'share', 'node_modules'), // Debian
    join(bin, '..', 'share', 'nodejs'), // Debian
  ];
}
