import { realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckedOptions } from '../check-options.js';
import { launcherDirectory } from '../door/launcher-directory.js';
import { hiddenPlaces } from '../files/hidden-places.js';
import { makeFolder } from '../files/make-folder.js';
import { pathExists } from '../files/path-exists.js';
import { userFiles } from '../files/user-files.js';
import { type Bind, bindArguments } from './bind-arguments.js';
import type { Bubblewrap } from './find-bubblewrap.js';
import { launcherFolder } from './inside-paths.js';
import { resolverArguments, systemArguments } from './system-arguments.js';

/**
 * What bubblewrap is told for every command of a sandbox. Files that only the sandbox has are written
 * into its run folder.
 */
export async function sandboxArguments(
  bubblewrap: Bubblewrap,
  options: CheckedOptions,
  runDirectory: string,
): Promise<readonly string[]> {
  const { network, limits } = options;
  return [
    ...bubblewrap.identity,
    ...['--unshare-ipc', '--unshare-pid', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...['--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ...['--die-with-parent', '--new-session', '--clearenv'],
    ...(await systemArguments(limits?.temporaryBytes)),
    ...(network === 'host' ? await resolverArguments() : []),
    ...bindArguments([
      ...(await userBinds(bubblewrap, options.home, runDirectory)),
      ...(await ownProgram()),
      { source: launcherDirectory(), target: launcherFolder, access: 'read' },
      ...givenBinds(options),
    ]),
  ];
}

/** What the options give, with emptiness at what they hide. */
function givenBinds({
  workspace,
  workspaceAccess,
  home,
  readable,
  hidden,
}: CheckedOptions): Bind[] {
  const seen = (source: string, access: 'read' | 'write') => ({ source, target: source, access });
  const given = [
    ...readable.map((path) => seen(path, 'read')),
    seen(workspace, workspaceAccess),
    seen(home, 'write'),
  ];
  const places = hiddenPlaces(given, hidden);
  // One that isn't there could be made by a command.
  for (const { source } of places) makeFolder(source);
  return [
    ...given,
    ...places.flatMap(({ above }) => above),
    ...places.map(({ source }): Bind => ({ source, access: 'none' })),
  ];
}

/** Node, which runs the launcher, wherever it is. */
async function ownProgram(): Promise<Bind[]> {
  const paths = [process.execPath, await realpath(process.execPath)];
  return paths
    .filter((path) => !path.startsWith('/usr/'))
    .map((source) => ({ source, access: 'read' }));
}

/** The user that commands run as has a name and a HOME there, and is the only one. */
async function userBinds(
  { user: { uid, gid } }: Bubblewrap,
  home: string,
  runDirectory: string,
): Promise<Bind[]> {
  const bash = '/bin/bash';
  const files = userFiles({ uid, gid, home, ...((await pathExists(bash)) && { shell: bash }) });
  return Promise.all(
    Object.entries(files).map(async ([name, content]): Promise<Bind> => {
      const source = join(runDirectory, name);
      await writeFile(source, content, { mode: 0o644 });
      return { source, target: `/etc/${name}`, access: 'read' };
    }),
  );
}
