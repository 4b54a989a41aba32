import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import type { CheckedOptions } from '../check-options.js';
import type { Sandbox, SandboxCommand, SandboxProcess } from '../contract.js';
import { doorProgram, launcherName } from '../door/launcher-directory.js';
import { type InsideDoor, insideDoors, type OpenDoors, openDoors } from '../door/open-doors.js';
import { createSandboxFiles } from '../files/sandbox-files.js';
import { pathExists } from '../files/status-of.js';
import { startLaunched } from '../launched/start-launched.js';
import { withDefaultLimits } from '../limits.js';
import { type RunningProcess, spawnProcess } from '../process/spawn-process.js';
import { abandonSandboxFolders, createSandboxFolders } from '../record/sandbox-folders.js';
import { type SandboxRecord, sandboxVariable } from '../record/sandbox-record.js';
import { createRunningCommands } from '../running-commands.js';
import { raiseWalls } from '../walls/raise-walls.js';
import { type Bind, bindArguments } from './bind-arguments.js';
import type { Bubblewrap } from './find-bubblewrap.js';
import { createGivenFiles, type GivenFiles } from './given-files.js';
import { groupFolders, groupsNamed, removeGroup } from './limits/limit-group.js';
import type { LimitMeans } from './limits/limit-means.js';
import { checkHeld, type LimitedStart, limitStart } from './limits/limit-start.js';
import { firstProcess, processGone } from './namespace-processes.js';
import * as insidePaths from './sandbox-arguments.js';
import { sandboxArguments } from './sandbox-arguments.js';

export interface BubblewrapOptions {
  readonly bubblewrap: Bubblewrap;
  readonly means: LimitMeans;
  readonly stateDirectory: string;
  readonly options: CheckedOptions;
}

export async function createBubblewrapSandbox(asked: BubblewrapOptions): Promise<Sandbox> {
  const { options, stateDirectory, means } = asked;
  const { workspace, home } = options;
  checkHeld(means, options.limits);
  const groupsIn = means.by === 'group' ? groupFolders(means.location) : [];
  const folders = await createSandboxFolders({
    ...options,
    stateDirectory,
    kind: 'bubblewrap',
    groupsIn,
  });
  const { id, runDirectory } = folders.record;
  try {
    const given = createGivenFiles(runDirectory);
    const walls = await raiseWalls(options, folders.directory);
    const base = await sandboxArguments(asked.bubblewrap, options, { given, walls });
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
      ...createSandboxFiles([workspace, home].map((path) => ({ inside: path, host: path }))),
      start(command) {
        count += 1;
        const controlSocket = join(runDirectory, `control-${count}.sock`);
        const group = `${groupPrefix(id)}${count}`;
        return running.add(() =>
          startCommand(command, {
            asked,
            base,
            given,
            controlSocket,
            id,
            group,
            doors: doors.inside,
          }),
        );
      },
      async remove() {
        await running.endAll();
        await doors.outside?.close();
        await removeGroups(folders.record);
        await folders.remove();
      },
    };
  } catch (error) {
    throw await abandonSandboxFolders(folders, error);
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

interface CommandContext {
  readonly asked: BubblewrapOptions;
  readonly base: readonly string[];
  readonly given: GivenFiles;
  readonly controlSocket: string;
  readonly id: string;
  /** What its control group is called, where it gets one. */
  readonly group: string;
  readonly doors: readonly InsideDoor[];
}

async function startCommand(
  command: SandboxCommand,
  context: CommandContext,
): Promise<SandboxProcess> {
  const { asked, controlSocket, doors } = context;
  const limited = limitStart(asked.means, context.group, withDefaultLimits(asked.options.limits));
  try {
    return await startLaunched({
      command: { ...command, cwd: command.cwd ?? asked.options.workspace },
      doors,
      controlSocket,
      watchInside({ pid }) {
        const first = firstProcess(pid);
        return async () => {
          if (first !== undefined) await processGone(first);
          return limited.end();
        };
      },
      async spawn() {
        const outside = await spawnBubblewrap(command, context, limited.inside);
        // While the launcher starts. Whatever this misses or fails at is made up for before the command.
        void limited.enter(outside.pid).catch(() => {});
        return outside;
      },
      beforeCommand: ({ pid }) => limitLauncher(limited, pid),
    });
  } catch (error) {
    await limited.end();
    throw error;
  }
}

/** Nobody inside has started anything yet: once these are limited, all that comes from them is. */
async function limitLauncher(limited: LimitedStart, pid: number): Promise<void> {
  try {
    if (firstProcess(pid) === undefined) throw new Error('its processes could not be found');
    await limited.enter(pid);
  } catch (cause) {
    throw new DragomanError(
      'sandbox_start_failed',
      `The command was not started, because its limits would not have held: ${errorMessage(cause)}.`,
      { cause },
    );
  }
}

async function spawnBubblewrap(
  { stdin, keepsInput = false }: SandboxCommand,
  { asked, base, given, controlSocket, id, doors }: CommandContext,
  limiting: readonly string[],
): Promise<RunningProcess> {
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
  const setUp = [...base, ...bindArguments(sockets), '--remount-ro', '/', '--'];
  const { before, executable } = asked.bubblewrap;
  const [program = '', ...args] = [...before, executable, ...setUp, ...limiting, ...launcher];
  const files = given.open();
  try {
    return await spawnProcess({
      executable: program,
      args,
      env: { [sandboxVariable]: id },
      cwd: '/',
      graceMs: 0,
      descriptors: files.descriptors,
      ...(stdin !== undefined && { stdin }),
      keepsInput,
    });
  } finally {
    files.close();
  }
}

/** What the names of a sandbox's control groups begin with. */
function groupPrefix(id: string): string {
  return `dragoman-${id}-`;
}

/** Groups that a sandbox has left. */
export function findGroups({ id, groupsIn = [] }: SandboxRecord): readonly string[] {
  return groupsNamed(groupsIn, groupPrefix(id));
}

export async function removeGroups(record: SandboxRecord): Promise<void> {
  for (const folder of findGroups(record)) await removeGroup(folder);
}
