import { DragomanError } from '@dragoman/protocol';
import { checkOptions, writableFolders } from '../check-options.js';
import type { SandboxAbilities, SandboxLimits, SandboxProvider } from '../contract.js';
import { defaultStateDirectory } from '../state-directory.js';
import { checkEngine } from './check-engine.js';
import { type ContainerEngine, findEngine } from './container-engine.js';
import { createContainerSandbox } from './container-sandbox.js';
import { type EngineAbilities, engineAbilities } from './engine-abilities.js';
import { type EngineName, engineNames } from './engine-environment.js';
import { type EngineSearch, findUsableEngine } from './find-usable-engine.js';
import { type ContainerImage, inspectImage } from './inspect-image.js';
import { listContainerSandboxes } from './list-sandboxes.js';

export interface ContainerSandboxOptions {
  /** Default: podman, or docker where there is no podman. */
  readonly engine?: EngineName;
  /** Where records of sandboxes lie. Default: Dragoman's state folder. */
  readonly stateDirectory?: string;
  /** The image of sandboxes that name none. It needs `/bin/sh` and `node`. */
  readonly defaultImage?: string;
  /** Where the engine's client is. Default: what `DRAGOMAN_PODMAN` or `DRAGOMAN_DOCKER` says, else it is looked for in the system's folders. */
  readonly executable?: string | undefined;
  /** Settings, among them those by which the client finds its engine. Default: this process's own environment. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Containers have images, which others may want to look into. */
export interface ContainerSandboxes extends SandboxProvider {
  /** An image that sandboxes can be made of, or the default one. */
  image(name?: string): Promise<ContainerImage>;
}

const ABILITIES: SandboxAbilities = {
  confinesFiles: true,
  networks: ['none', 'bridge', 'host'],
  readOnlyWorkspace: true,
  limits: ['memoryBytes', 'cpus', 'processes', 'temporaryBytes'],
  images: true,
  movesPaths: true,
  keepsInput: true,
};

/**
 * Sandboxes made of containers, by podman or docker: a command has the files of an image to read, the
 * workspace as `/workspace`, HOME as `/home/agent` and a small `/tmp`, no capabilities, and limits.
 */
export function createContainerSandboxes({
  engine: engineName,
  stateDirectory = defaultStateDirectory(),
  defaultImage,
  executable,
  environment = process.env,
}: ContainerSandboxOptions = {}): ContainerSandboxes {
  const surroundings = { executable, environment };
  const search = { ...surroundings, engineName };
  /** Where agents work, or have their HOME. */
  const workspaces = new Set([stateDirectory]);
  let known: Promise<KnownEngine> | undefined;
  const engineOnce = async () => {
    // What may be run depends on where agents work, so it is judged each time.
    const engine = await usableEngine({ ...search, writable: [...workspaces] });
    known ??= engineAbilities(engine).then((abilities) => ({ engine, abilities }));
    // What was missing may be there the next time.
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
  const image = async (name: string | undefined, engine: ContainerEngine) => {
    const wanted = name ?? defaultImage;
    if (wanted === undefined) throw noImage();
    return inspectImage(engine, wanted);
  };
  return {
    kind: 'container',
    abilities: ABILITIES,
    check: () => checkEngine({ ...search, defaultImage, writable: [...workspaces] }),
    prepare(workspace) {
      workspaces.add(workspace);
    },
    async create(options) {
      const checked = await checkOptions(
        { kind: 'container', abilities: ABILITIES, stateDirectory },
        options,
      );
      for (const folder of writableFolders(checked)) workspaces.add(folder);
      const { engine, abilities } = await engineOnce();
      checkLimits(checked.limits ?? {}, abilities);
      const { name } = await image(checked.image, engine);
      return createContainerSandbox({
        engine,
        abilities,
        image: name,
        stateDirectory,
        options: checked,
      });
    },
    async list() {
      // One that must not be run is as one that isn't there.
      const found = await Promise.all(
        engineNames.map((name) => findEngine({ ...surroundings, name }).catch(() => undefined)),
      );
      const engines = found.filter((engine) => engine !== undefined);
      return listContainerSandboxes({ stateDirectory, engines });
    },
    image: async (name) => image(name, (await engineOnce()).engine),
  };
}

/** An engine that ignores limits must not be asked for them. */
function checkLimits(limits: SandboxLimits, { limitsHold }: EngineAbilities): void {
  const { memoryBytes, cpus, processes } = limits;
  if (limitsHold || [memoryBytes, cpus, processes].every((limit) => limit === undefined)) return;
  throw new DragomanError(
    'sandbox_unsupported',
    "Podman can't limit memory, processors or processes here: control groups are of version 1, and this user is not root. Leave the limits out, or run as root.",
  );
}

interface KnownEngine {
  readonly engine: ContainerEngine;
  readonly abilities: EngineAbilities;
}

async function usableEngine(search: EngineSearch): Promise<ContainerEngine> {
  const found = await findUsableEngine(search);
  if ('obstacle' in found) {
    const { why, remedy } = found.obstacle;
    throw new DragomanError('sandbox_unavailable', `Containers can't be used: ${why}. ${remedy}`);
  }
  return found.engine;
}

function noImage(): DragomanError {
  return new DragomanError(
    'sandbox_image_missing',
    'A sandbox of the kind container needs an image: say which. It needs /bin/sh and node.',
  );
}
