import { join } from 'node:path';
import type { CheckedOptions } from '../check-options.js';
import type { Sandbox, SandboxCommand, SandboxProcess } from '../contract.js';
import { doorProgram } from '../door/door-program.js';
import { type InsideDoor, insideDoors } from '../door/inside-doors.js';
import { launcherName } from '../door/launcher-directory.js';
import { type OpenDoors, openDoors } from '../door/open-doors.js';
import { pathExists } from '../files/path-exists.js';
import { createPlaceFiles } from '../files/place-files.js';
import { startLaunched } from '../launched/start-launched.js';
import { spawnProcess } from '../process/spawn-process.js';
import { abandonPlace, createPlace } from '../record/sandbox-place.js';
import { sandboxVariable } from '../record/sandbox-record.js';
import { createRunningCommands } from '../running-commands.js';
import { type Bind, bindArguments } from './bind-arguments.js';
import type { Bubblewrap } from './find-bubblewrap.js';
import * as insidePaths from './inside-paths.js';
import { firstProcess, processGone } from './namespace-processes.js';
import { sandboxArguments } from './sandbox-arguments.js';

export interface BubblewrapPlace {
  readonly bubblewrap: Bubblewrap;
  readonly stateDirectory: string;
  readonly options: CheckedOptions;
}

export async function createBubblewrapSandbox(asked: BubblewrapPlace): Promise<Sandbox> {
  const { options, stateDirectory } = asked;
  const { workspace, home } = options;
  const place = await createPlace({ ...options, stateDirectory, kind: 'bubblewrap' });
  const { id } = place.record;
  try {
    const base = await sandboxArguments(asked.bubblewrap, options, place.record.runDirectory);
    const doors = await sandboxDoors(options);
    const running = createRunningCommands(id);
    let count = 0;
    return {
      id,
      kind: 'bubblewrap',
      inside: {
        workspace,
        home,
        doors: doors.urls,
        doorProgram: doorProgram(process.execPath, insidePaths.launcherFolder),
      },
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
    throw await abandonPlace(place, error);
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
  const inside = insideDoors(doors, insidePaths.ownFolder);
  return { urls: Object.fromEntries(inside.map(({ name, url }) => [name, url])), inside };
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
    watchInside({ pid }) {
      const first = firstProcess(pid);
      return async () => first && processGone(first);
    },
    async spawn() {
      const sockets: Bind[] = [
        { source: controlSocket, target: insidePaths.controlSocket, access: 'read' },
      ];
      for (const { hostSocket, socket } of doors) {
        // A door whose socket isn't there is still a door; it refuses.
        if (!(await pathExists(hostSocket))) continue;
        sockets.push({ source: hostSocket, target: socket, access: 'read' });
      }
      const launcher = [
        process.execPath,
        `${insidePaths.launcherFolder}/${launcherName}`,
        insidePaths.controlSocket,
      ];
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
