import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { checkOptions } from '../check-options.js';
import type { SandboxAbilities, SandboxProvider } from '../contract.js';
import { makeTemporaryFolder } from '../files/temporary-folder.js';
import { foundSandboxes } from '../record/found-sandboxes.js';
import { defaultStateDirectory } from '../state-directory.js';
import { createBubblewrapSandbox } from './bubblewrap-sandbox.js';
import {
  type Bubblewrap,
  type BubblewrapSearch,
  bubblewrapVersion,
  findBubblewrap,
  knownBubblewrap,
} from './find-bubblewrap.js';

export interface BubblewrapSandboxOptions {
  /** Where records of sandboxes lie. Default: Dragoman's state folder. */
  readonly stateDirectory?: string;
  /** Where `bwrap` is looked for. Default: this process's own environment. */
  readonly environment?: NodeJS.ProcessEnv;
}

const ABILITIES: SandboxAbilities = {
  confinesFiles: true,
  networks: ['none', 'host'],
  readOnlyWorkspace: true,
  limits: ['temporaryBytes'],
  images: false,
};

/**
 * Sandboxes made by bubblewrap, on Linux: a command sees the system's programs to read, its workspace
 * and its HOME, and nothing else; it has processes, a network and an identity of its own. Paths are
 * the same inside as outside.
 */
export function createBubblewrapSandboxes({
  stateDirectory = defaultStateDirectory(),
  environment = process.env,
}: BubblewrapSandboxOptions = {}): SandboxProvider {
  return {
    kind: 'bubblewrap',
    abilities: ABILITIES,
    async check() {
      const result = await findBubblewrap(environment);
      if (!result.found) return { works: false, why: result.why, remedy: result.remedy };
      const version = await bubblewrapVersion(result.bubblewrap);
      const failure = await tryOut(result.bubblewrap);
      if (failure !== undefined) return { works: false, why: failure, remedy: LAUNCHER_REMEDY };
      const asRoot = 'commands run as root inside: this system has no namespaces of users';
      const { identity } = result.bubblewrap;
      return { works: true, version, notes: identity.length === 0 ? [asRoot] : [] };
    },
    prepare() {
      void knownBubblewrap(environment);
    },
    async create(options) {
      const [checked, search] = await Promise.all([
        checkOptions({ kind: 'bubblewrap', abilities: ABILITIES, stateDirectory }, options),
        knownBubblewrap(environment),
      ]);
      const bubblewrap = available(search);
      return createBubblewrapSandbox({ bubblewrap, stateDirectory, options: checked });
    },
    list: () => foundSandboxes(stateDirectory, 'bubblewrap'),
  };
}

const LAUNCHER_REMEDY =
  'Node itself runs in each sandbox: take one whose libraries lie in /usr, such as that of the system, or of nodejs.org.';

/** Runs a command that does nothing, all the way. The result says why that can't be done. */
async function tryOut(bubblewrap: Bubblewrap): Promise<string | undefined> {
  const root = await makeTemporaryFolder('dragoman-check-');
  try {
    const stateDirectory = join(root, 'state');
    const options = await checkOptions(
      { kind: 'bubblewrap', abilities: ABILITIES, stateDirectory },
      { workspace: root, home: root },
    );
    const sandbox = await createBubblewrapSandbox({ bubblewrap, stateDirectory, options });
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

function available(search: BubblewrapSearch): Bubblewrap {
  if (search.found) return search.bubblewrap;
  throw new DragomanError(
    'sandbox_unavailable',
    `Bubblewrap can't be used here: ${search.why}. ${search.remedy}`,
  );
}
