import { access, mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { CheckedOptions } from '../check-options.js';
import type { Sandbox, SandboxCommand, SandboxProcess } from '../contract.js';
import { doorProgram, launcherDirectory } from '../door/launcher-directory.js';
import { type InsideDoor, insideDoors, openDoors } from '../door/open-doors.js';
import { makeFolder } from '../files/make-folder.js';
import { liesIn } from '../files/real-path.js';
import { createSandboxFiles } from '../files/sandbox-files.js';
import { userFiles } from '../files/user-files.js';
import { startLaunched } from '../launched/start-launched.js';
import { givenFolders, sandboxMounts } from '../mounts/sandbox-mounts.js';
import { spawnProcess } from '../process/spawn-process.js';
import { abandonSandboxFolders, createSandboxFolders } from '../record/sandbox-folders.js';
import { type SandboxRecord, sandboxVariable } from '../record/sandbox-record.js';
import { createRunningCommands } from '../running-commands.js';
import { raiseWalls } from '../walls/raise-walls.js';
import type { Wall } from '../walls/wall.js';
import {
  type ContainerDescription,
  containerArguments,
  inContainer,
} from './container-arguments.js';
import type { ContainerEngine } from './container-engine.js';
import { type Mount, withPlainSources } from './container-mounts.js';
import { containerStartFailure } from './container-start-failure.js';
import type { ContainerUser, EngineAbilities } from './engine-abilities.js';
import { removeContainer, removeContainers } from './remove-containers.js';
import { seccompArguments } from './seccomp-profile.js';

export interface ContainerSandboxOptions {
  readonly engine: ContainerEngine;
  readonly abilities: EngineAbilities;
  readonly image: string;
  readonly stateDirectory: string;
  readonly options: CheckedOptions;
}

/** A sandbox whose commands each run in their own container. */
export async function createContainerSandbox(asked: ContainerSandboxOptions): Promise<Sandbox> {
  const { engine, abilities, image, stateDirectory, options } = asked;
  const folders = await createSandboxFolders({
    ...options,
    stateDirectory,
    kind: 'container',
    engine: engine.name,
  });
  const { record } = folders;
  try {
    const walls = await raiseWalls(options, folders.directory);
    const seen = await mountArguments(options, walls, record.runDirectory);
    const mounts = [
      ...(await withPlainSources(seen, record.runDirectory)),
      ...(await userMounts(abilities.user, record.runDirectory)),
    ];
    const workspace = insideWorkspace(options);
    const outside = options.network === 'host' ? await openDoors(options.doors) : undefined;
    const doors = outside === undefined ? insideDoors(options.doors, inContainer.own) : [];
    const seccomp = await seccompArguments(engine, join(record.runDirectory, 'seccomp.json'));
    const described = {
      record,
      stateDirectory,
      options,
      engine: abilities,
      image,
      mounts,
      seccomp,
    };
    const running = createRunningCommands(record.id);
    let count = 0;
    return {
      id: record.id,
      kind: 'container',
      inside: {
        workspace,
        home: inContainer.home,
        doors: outside?.urls ?? Object.fromEntries(doors.map(({ name, url }) => [name, url])),
        doorProgram: doorProgram('node', inContainer.launcher),
      },
      ...createSandboxFiles([
        { inside: workspace, host: options.workspace },
        { inside: inContainer.home, host: options.home },
      ]),
      start(command) {
        count += 1;
        const number = count;
        return running.add(() => startCommand(command, { engine, described, doors, number }));
      },
      async remove() {
        await running.endAll();
        await removeContainers(engine, abilities, record.id);
        await outside?.close();
        await folders.remove();
      },
    };
  } catch (error) {
    throw await abandonSandboxFolders(folders, error);
  }
}

function insideWorkspace(options: CheckedOptions): string {
  return repositoryPath(options, options.workspace);
}

/**
 * Where something of the repository is inside: paths between its parts stay as they are. What has an
 * absolute path in its files, as a worktree's repository, has that.
 */
function repositoryPath({ repository, workspace }: CheckedOptions, path: string): string {
  const base = repository?.base ?? workspace;
  return liesIn(base, path) ? join(inContainer.workspace, relative(base, path)) : path;
}

/** What the options give, with an empty folder at what they hide, and the walls. */
async function mountArguments(
  options: CheckedOptions,
  walls: readonly Wall[],
  runDirectory: string,
): Promise<readonly Mount[]> {
  const launcher = {
    source: launcherDirectory(),
    target: inContainer.launcher,
    access: 'read',
  } as const;
  const inside = {
    workspace: insideWorkspace(options),
    home: inContainer.home,
    repositoryPath: (path: string) => repositoryPath(options, path),
  };
  const given = [...givenFolders(options, inside), launcher];
  const mounts = sandboxMounts(given, { hidden: options.hidden, walls });
  const hidden = mounts.filter(({ access }) => access === 'none');
  const empty = join(runDirectory, 'empty');
  if (hidden.length > 0) await mkdir(empty);
  // One that isn't there could be made by a command.
  for (const { source } of hidden) makeFolder(source);
  return mounts.map((mount) => (mount.access === 'none' ? { ...mount, source: empty } : mount));
}

/** Commands have a name there, whatever the image thinks of this user's number. */
async function userMounts(user: ContainerUser, runDirectory: string): Promise<Mount[]> {
  const files = Object.entries(userFiles({ ...user, home: inContainer.home }));
  return Promise.all(
    files.map(async ([name, content]): Promise<Mount> => {
      const source = join(runDirectory, name);
      await writeFile(source, content, { mode: 0o644 });
      return { source, target: `/etc/${name}`, access: 'read' };
    }),
  );
}

interface CommandContext {
  readonly engine: ContainerEngine;
  readonly described: ContainerDescription;
  readonly doors: readonly InsideDoor[];
  readonly number: number;
}

function startCommand(
  command: SandboxCommand,
  { engine, described, doors, number }: CommandContext,
): Promise<SandboxProcess> {
  const { record, image } = described;
  const name = containerName(record, number);
  const controlSocket = join(record.runDirectory, `control-${number}.sock`);
  return startLaunched({
    command: { ...command, cwd: command.cwd ?? insideWorkspace(described.options) },
    doors,
    controlSocket,
    async spawn() {
      const sockets: Mount[] = [
        { source: controlSocket, target: inContainer.control, access: 'read' },
        ...(await doorMounts(doors)),
      ];
      return spawnProcess({
        executable: engine.executable,
        args: containerArguments({
          ...described,
          name,
          mounts: [...described.mounts, ...sockets],
          hasInput: command.stdin !== undefined || command.keepsInput === true,
        }),
        env: { ...engine.environment, [sandboxVariable]: record.id },
        cwd: '/',
        graceMs: 0,
        ...(command.stdin !== undefined && { stdin: command.stdin }),
        keepsInput: command.keepsInput === true,
      });
    },
    forceEnd: () => removeContainer(engine, described.engine, name),
    describeFailure: (exit, stderr) => containerStartFailure({ engine, image, exit, stderr }),
  });
}

/** The name contains the sandbox's id, so no other container can have it. */
function containerName({ id }: SandboxRecord, number: number): string {
  return `dragoman-${id}-${number}`;
}

/** A door without its socket refuses connections. */
async function doorMounts(doors: readonly InsideDoor[]): Promise<Mount[]> {
  const mounts = doors.map(async ({ hostSocket, socket }): Promise<Mount[]> => {
    const mount: Mount = { source: hostSocket, target: socket, access: 'read' };
    return access(hostSocket).then(
      () => [mount],
      () => [],
    );
  });
  return (await Promise.all(mounts)).flat();
}
