import { access, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckedOptions } from '../check-options.js';
import type { Sandbox, SandboxCommand, SandboxProcess } from '../contract.js';
import { type InsideDoor, insideDoors } from '../door/inside-doors.js';
import { launcherDirectory, launcherName } from '../door/launcher-directory.js';
import { type OpenDoors, openDoors } from '../door/open-doors.js';
import { createPlaceFiles } from '../files/place-files.js';
import { startLaunched } from '../launched/start-launched.js';
import { spawnProcess } from '../process/spawn-process.js';
import { createPlace } from '../record/sandbox-place.js';
import { type SandboxRecord, sandboxVariable } from '../record/sandbox-record.js';
import { createRunningCommands } from '../running-commands.js';
import { type Bind, bindArguments } from './bind-arguments.js';
import type { Bubblewrap } from './find-bubblewrap.js';
import { resolverArguments, systemArguments } from './system-arguments.js';

export interface BubblewrapPlace {
  readonly bubblewrap: Bubblewrap;
  readonly stateDirectory: string;
  readonly options: CheckedOptions;
}

/** Where Dragoman's own things are inside. */
const OWN_FOLDER = '/run/dragoman';
const LAUNCHER_FOLDER = `${OWN_FOLDER}/door`;
const CONTROL_SOCKET = `${OWN_FOLDER}/control.sock`;

export async function createBubblewrapSandbox(asked: BubblewrapPlace): Promise<Sandbox> {
  const { options, stateDirectory } = asked;
  const { workspace, home } = options;
  const place = await createPlace({ ...options, stateDirectory, kind: 'bubblewrap' });
  const { id } = place.record;
  try {
    const doors = await sandboxDoors(options);
    const base = await baseArguments(asked, place.record);
    const running = createRunningCommands(id);
    let count = 0;
    return {
      id,
      kind: 'bubblewrap',
      inside: { workspace, home, doors: doors.urls },
      ...createPlaceFiles([workspace, home].map((path) => ({ inside: path, host: path }))),
      start(command) {
        count += 1;
        const controlSocket = join(place.record.runDirectory, `control-${count}.sock`);
        return running.add(() =>
          startCommand(command, { asked, base, controlSocket, id, doors: doors.inside }),
        );
      },
      async remove() {
        await running.endAll();
        await doors.outside?.close();
        await place.remove();
      },
    };
  } catch (error) {
    await place.remove();
    throw error;
  }
}

interface SandboxDoors {
  readonly urls: Readonly<Record<string, string>>;
  /** For the launcher to open. */
  readonly inside: readonly InsideDoor[];
  /** Opened by this process, where commands are on this machine's own loopback. */
  readonly outside?: OpenDoors;
}

async function sandboxDoors({ network, doors }: CheckedOptions): Promise<SandboxDoors> {
  if (network === 'host') {
    const outside = await openDoors(doors);
    return { urls: outside.urls, inside: [], outside };
  }
  const inside = insideDoors(doors, OWN_FOLDER);
  return { urls: Object.fromEntries(inside.map(({ name, url }) => [name, url])), inside };
}

/** What is the same for each command of a sandbox. */
async function baseArguments(
  { bubblewrap, options }: BubblewrapPlace,
  { runDirectory }: SandboxRecord,
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
      ...options.readable.map((source): Bind => ({ source, access: 'read' })),
      ...(await ownProgram()),
      { source: launcherDirectory(), target: LAUNCHER_FOLDER, access: 'read' },
      { source: options.workspace, access: options.workspaceAccess },
      { source: options.home, access: 'write' },
    ]),
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
  // A colon or a line break would end the field; then HOME is what the environment says, as it is anyway.
  const folder = /[:\n]/.test(home) ? '/' : home;
  const nobody = 'nobody:x:65534:65534::/:/bin/false\n';
  const files = {
    passwd: `agent:x:${uid}:${gid}::${folder}:/bin/sh\n${nobody}`,
    group: `agent:x:${gid}:\nnogroup:x:65534:\n`,
  };
  return Promise.all(
    Object.entries(files).map(async ([name, content]): Promise<Bind> => {
      const source = join(runDirectory, name);
      await writeFile(source, content, { mode: 0o644 });
      return { source, target: `/etc/${name}`, access: 'read' };
    }),
  );
}

interface CommandPlace {
  readonly asked: BubblewrapPlace;
  readonly base: readonly string[];
  readonly controlSocket: string;
  readonly id: string;
  readonly doors: readonly InsideDoor[];
}

function startCommand(
  command: SandboxCommand,
  { asked, base, controlSocket, id, doors }: CommandPlace,
): Promise<SandboxProcess> {
  const { bubblewrap, options } = asked;
  return startLaunched({
    command: { ...command, cwd: command.cwd ?? options.workspace },
    doors,
    controlSocket,
    async spawn() {
      const sockets: Bind[] = [{ source: controlSocket, target: CONTROL_SOCKET, access: 'read' }];
      for (const { hostSocket, socket } of doors) {
        // A door whose socket isn't there is still a door; it refuses.
        const isThere = await access(hostSocket).then(
          () => true,
          () => false,
        );
        if (isThere) sockets.push({ source: hostSocket, target: socket, access: 'read' });
      }
      const launcher = [process.execPath, `${LAUNCHER_FOLDER}/${launcherName}`, CONTROL_SOCKET];
      return spawnProcess({
        executable: bubblewrap.executable,
        args: [...base, ...bindArguments(sockets), '--remount-ro', '/', '--', ...launcher],
        env: { [sandboxVariable]: id },
        cwd: '/',
        graceMs: 0,
        ...(command.stdin !== undefined && { stdin: command.stdin }),
      });
    },
  });
}
