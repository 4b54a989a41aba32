import { realpath } from 'node:fs/promises';
import type { CheckedOptions } from '../check-options.js';
import { launcherDirectory } from '../door/launcher-directory.js';
import { makeFolder } from '../files/make-folder.js';
import { pathExists } from '../files/status-of.js';
import { userFiles } from '../files/user-files.js';
import { withDefaultLimits } from '../limits.js';
import { givenFolders, sandboxMounts } from '../mounts/sandbox-mounts.js';
import { seccompFilter } from '../seccomp/assemble-filter.js';
import type { Wall } from '../walls/wall.js';
import { type Bind, bindArguments } from './bind-arguments.js';
import { etcArguments, resolverArguments } from './etc/etc-arguments.js';
import type { Bubblewrap } from './find-bubblewrap.js';
import type { GivenFiles } from './given-files.js';
import { systemArguments } from './system-arguments.js';

/** What a sandbox has beside its options. */
export interface SandboxOwn {
  readonly given: GivenFiles;
  readonly walls: readonly Wall[];
}

/** The arguments of bubblewrap for every command of a sandbox. */
export async function sandboxArguments(
  bubblewrap: Bubblewrap,
  options: CheckedOptions,
  { given, walls }: SandboxOwn,
): Promise<readonly string[]> {
  const { network, limits } = options;
  return [
    ...bubblewrap.identity,
    ...['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...['--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ...['--die-with-parent', '--new-session', '--clearenv'],
    ...filterArguments(given),
    ...(await systemArguments(withDefaultLimits(limits).temporaryBytes)),
    ...etcArguments(
      {
        source: '/etc',
        onNetwork: network === 'host',
        own: await ownUsers(bubblewrap, options.home),
      },
      given,
    ),
    ...(network === 'host' ? await resolverArguments() : []),
    ...bindArguments([
      ...(await ownProgram()),
      { source: launcherDirectory(), target: launcherFolder, access: 'read' },
      ...givenBinds(options, walls),
    ]),
  ];
}

/** Keeps commands from system calls that they have no business with, where there is a filter. */
function filterArguments(given: GivenFiles): readonly string[] {
  const filter = seccompFilter();
  return filter === undefined
    ? []
    : ['--seccomp', String(given.add(given.write('seccomp', filter)))];
}

/** What the options give, with emptiness at what they hide, and the walls. */
function givenBinds(options: CheckedOptions, walls: readonly Wall[]): readonly Bind[] {
  const mounts = sandboxMounts(givenFolders(options, options), { hidden: options.hidden, walls });
  // One that isn't there could be made by a command.
  for (const { source, access } of mounts) if (access === 'none') makeFolder(source);
  return mounts;
}

/** Node, which runs the launcher, wherever it is. */
async function ownProgram(): Promise<Bind[]> {
  const paths = [process.execPath, await realpath(process.execPath)];
  return paths
    .filter((path) => !path.startsWith('/usr/'))
    .map((source) => ({ source, access: 'read' }));
}

/** The user that commands run as has a name and a HOME there, and is the only one. */
async function ownUsers(
  { user: { uid, gid } }: Bubblewrap,
  home: string,
): Promise<Readonly<Record<string, string>>> {
  const bash = '/bin/bash';
  return userFiles({ uid, gid, home, ...((await pathExists(bash)) && { shell: bash }) });
}

/** Where Dragoman's own things are in a sandbox. */
export const ownFolder = '/run/dragoman';
export const launcherFolder = `${ownFolder}/door`;
export const controlSocket = `${ownFolder}/control.sock`;
