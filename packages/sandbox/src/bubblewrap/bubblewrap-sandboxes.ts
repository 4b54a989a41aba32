import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { checkOptions, writableFolders } from '../check-options.js';
import type { SandboxAbilities, SandboxProvider } from '../contract.js';
import { makeTemporaryFolder } from '../files/make-folder.js';
import { foundSandboxes } from '../record/found-sandboxes.js';
import { seccompFilter } from '../seccomp/assemble-filter.js';
import { defaultStateDirectory } from '../state-directory.js';
import { createBubblewrapSandbox, findGroups, removeGroups } from './bubblewrap-sandbox.js';
import {
  type Bubblewrap,
  type BubblewrapSearch,
  bubblewrapVersion,
  findBubblewrap,
  knownBubblewrap,
} from './find-bubblewrap.js';
import { limitMeans, limitNote } from './limits/limit-means.js';

const LAUNCHER_REMEDY =
  'Node itself runs in each sandbox: take one whose libraries lie in /usr, such as that of the system, or of nodejs.org.';

export interface BubblewrapSandboxOptions {
  /** Where records of sandboxes lie. Default: Dragoman's state folder. */
  readonly stateDirectory?: string;
  /** Where `bwrap` is. Default: what `DRAGOMAN_BWRAP` says, else it is looked for in the system's folders. */
  readonly executable?: string | undefined;
  /** Where settings are looked for. Default: this process's own environment. */
  readonly environment?: NodeJS.ProcessEnv;
}

const ABILITIES: SandboxAbilities = {
  confinesFiles: true,
  networks: ['none', 'host'],
  readOnlyWorkspace: true,
  limits: ['memoryBytes', 'processes', 'temporaryBytes'],
  images: false,
  keepsInput: true,
};

/**
 * Sandboxes made by bubblewrap, on Linux: a command sees the system's programs to read, its workspace
 * and its HOME, and nothing else; it has processes, a network and its own identity. Paths are
 * the same inside as outside.
 */
export function createBubblewrapSandboxes({
  stateDirectory = defaultStateDirectory(),
  executable,
  environment = process.env,
}: BubblewrapSandboxOptions = {}): SandboxProvider {
  const searchOptions = (...writable: readonly string[]) => ({
    path: executable,
    environment,
    writable: [stateDirectory, ...writable],
  });
  return {
    kind: 'bubblewrap',
    abilities: ABILITIES,
    async check() {
      const result = await findBubblewrap(searchOptions());
      if (!result.found) return { works: false, why: result.why, remedy: result.remedy };
      const version = await bubblewrapVersion(result.bubblewrap);
      const failure = await tryOut(result.bubblewrap);
      if (failure !== undefined) return { works: false, why: failure, remedy: LAUNCHER_REMEDY };
      return { works: true, version, notes: await notesOn(result.bubblewrap) };
    },
    prepare(workspace) {
      // What goes wrong is said by who makes a sandbox.
      void knownBubblewrap(searchOptions(workspace)).catch(() => {});
    },
    async create(options) {
      const kind = { kind: 'bubblewrap', abilities: ABILITIES, stateDirectory } as const;
      const [checked, means] = await Promise.all([checkOptions(kind, options), limitMeans()]);
      const bubblewrap = available(
        await knownBubblewrap(searchOptions(...writableFolders(checked))),
      );
      return createBubblewrapSandbox({ bubblewrap, means, stateDirectory, options: checked });
    },
    list: () =>
      foundSandboxes(stateDirectory, 'bubblewrap', {
        find: async (record) => findGroups(record).map((folder) => `control group ${folder}`),
        remove: removeGroups,
      }),
  };
}

/** Runs a command that does nothing, all the way. The result says why that can't be done. */
async function tryOut(bubblewrap: Bubblewrap): Promise<string | undefined> {
  const root = await makeTemporaryFolder('dragoman-check-');
  try {
    const stateDirectory = join(root, 'state');
    const options = await checkOptions(
      { kind: 'bubblewrap', abilities: ABILITIES, stateDirectory },
      { workspace: root, home: root },
    );
    const means = await limitMeans();
    const sandbox = await createBubblewrapSandbox({ bubblewrap, means, stateDirectory, options });
    const env = { PATH: '/usr/bin:/bin' };
    const trial = sandbox.start({ executable: 'true', args: [], env });
    await trial.then(({ exit }) => exit).finally(() => sandbox.remove());
    return undefined;
  } catch (error) {
    return errorMessage(error);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** What there is to know of a sandbox that works: which limits hold, and what is weaker here. */
async function notesOn({ identity }: Bubblewrap): Promise<readonly string[]> {
  const weaker = [
    identity.length === 0
      ? 'commands run as root inside: this system has no namespaces of users'
      : undefined,
    seccompFilter() === undefined
      ? `system calls are not filtered: there is no filter for ${process.arch}`
      : undefined,
    memoryIsOpen()
      ? 'a command can write into the memory of its agent (/proc/<pid>/mem): this system lets all processes of a user do so (sysctl kernel.yama.ptrace_scope=1 stops it, where the kernel has it)'
      : undefined,
  ];
  return [...weaker.filter((note) => note !== undefined), limitNote(await limitMeans())];
}

/** Whether processes of one user may trace each other, whoever started whom. */
function memoryIsOpen(): boolean {
  try {
    return readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'latin1').trim() === '0';
  } catch {
    return true;
  }
}

function available(search: BubblewrapSearch): Bubblewrap {
  if (search.found) return search.bubblewrap;
  throw new DragomanError(
    'sandbox_unavailable',
    `Bubblewrap can't be used here: ${search.why}. ${search.remedy}`,
  );
}
