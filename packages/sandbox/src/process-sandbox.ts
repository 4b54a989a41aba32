import { type CheckedOptions, checkOptions } from './check-options.js';
import type { Sandbox, SandboxAbilities, SandboxProvider } from './contract.js';
import { doorProgram, launcherDirectory } from './door/launcher-directory.js';
import { openDoors } from './door/open-doors.js';
import { createSandboxFiles } from './files/sandbox-files.js';
import { spawnProcess } from './process/spawn-process.js';
import { foundSandboxes } from './record/found-sandboxes.js';
import { abandonSandboxFolders, createSandboxFolders } from './record/sandbox-folders.js';
import { sandboxVariable } from './record/sandbox-record.js';
import { createRunningCommands } from './running-commands.js';
import { defaultStateDirectory } from './state-directory.js';

export interface ProcessSandboxOptions {
  /** Where records of sandboxes lie. Default: Dragoman's state folder. */
  readonly stateDirectory?: string;
}

const ABILITIES: SandboxAbilities = {
  confinesFiles: false,
  networks: ['host'],
  readOnlyWorkspace: false,
  limits: [],
  images: false,
  keepsInput: true,
};

/**
 * Sandboxes that are plain processes of this machine: with their own environment and an orderly
 * end, but without any confinement. A command can do all that this user can.
 */
export function createProcessSandboxes({
  stateDirectory = defaultStateDirectory(),
}: ProcessSandboxOptions = {}): SandboxProvider {
  return {
    kind: 'process',
    abilities: ABILITIES,
    async check() {
      const notes = [
        'no isolation: commands can read, change and reach all that this user can',
        "Dragoman's own files, too: what a command writes there, the next start of Dragoman runs",
      ];
      if (process.platform !== 'linux') {
        notes.push('commands that leave their process group outlive it on this system');
      }
      return { works: true, notes };
    },
    async create(options) {
      const kind = { kind: 'process', abilities: ABILITIES, stateDirectory } as const;
      return createSandbox(stateDirectory, await checkOptions(kind, options));
    },
    list: () => foundSandboxes(stateDirectory, 'process'),
  };
}

async function createSandbox(stateDirectory: string, options: CheckedOptions): Promise<Sandbox> {
  const { workspace, home } = options;
  const folders = await createSandboxFolders({ ...options, stateDirectory, kind: 'process' });
  const { id } = folders.record;
  const doors = await openDoors(options.doors).catch(async (error: unknown) => {
    throw await abandonSandboxFolders(folders, error);
  });
  const running = createRunningCommands(id);
  const files = createSandboxFiles([workspace, home].map((path) => ({ inside: path, host: path })));
  return {
    id,
    kind: 'process',
    inside: {
      workspace,
      home,
      doors: doors.urls,
      doorProgram: doorProgram(process.execPath, launcherDirectory()),
    },
    ...files,
    start: ({ executable, args, env, cwd = workspace, stdin, keepsInput = false }) =>
      running.add(() =>
        spawnProcess({
          executable,
          args,
          env: { ...env, [sandboxVariable]: id },
          cwd,
          ...(stdin !== undefined && { stdin }),
          keepsInput,
        }),
      ),
    async remove() {
      await running.endAll();
      await doors.close();
      await folders.remove();
    },
  };
}
