import { DragomanError } from '@dragoman/protocol';
import { checkOptions } from '../check-options.js';
import type { SandboxAbilities, SandboxLimits, SandboxProvider } from '../contract.js';
import { defaultStateDirectory } from '../state-directory.js';
import { checkEngine } from './check-engine.js';
import { type ContainerEngine, findEngine } from './container-engine.js';
import { createContainerSandbox } from './container-sandbox.js';
import { type EngineAbilities, engineAbilities } from './engine-abilities.js';
import { type EngineName, engineNames } from './engine-names.js';
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
  /** Where the engine's client is looked for, and what tells it about its engine. */
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
};

/**
 * Sandboxes made of containers, by podman or docker: a command has the files of an image to read, the
 * workspace as `/workspace`, HOME as `/home/agent` and a small `/tmp`, no capabilities, and limits.
 */
export function createContainerSandboxes({
  engine: engineName,
  stateDirectory = defaultStateDirectory(),
  defaultImage,
  environment = process.env,
}: ContainerSandboxOptions = {}): ContainerSandboxes {
  let known: Promise<KnownEngine> | undefined;
  const engineOnce = () => {
    known ??= knowEngine({ engineName, environment });
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
    check: () => checkEngine({ engineName, defaultImage, environment }),
    async create(options) {
      const checked = await checkOptions(
        { kind: 'container', abilities: ABILITIES, stateDirectory },
        options,
      );
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
      const found = await Promise.all(engineNames.map((name) => findEngine(name, environment)));
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

async function knowEngine(search: EngineSearch): Promise<KnownEngine> {
  const found = await findUsableEngine(search);
  if ('obstacle' in found) {
    const { why, remedy } = found.obstacle;
    throw new DragomanError('sandbox_unavailable', `Containers can't be used: ${why}. ${remedy}`);
  }
  const { engine } = found;
  return { engine, abilities: await engineAbilities(engine) };
}

function noImage(): DragomanError {
  return new DragomanError(
    'sandbox_image_missing',
    'A sandbox of the kind container needs an image: say which. It needs /bin/sh and node.',
  );
}
