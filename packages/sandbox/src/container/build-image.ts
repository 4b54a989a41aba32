import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { dieWithParent } from '../process/die-with-parent.js';
import { installRemedy } from '../process/install-remedy.js';
import { spawnProcess } from '../process/spawn-process.js';
import { type ContainerEngine, findEngine } from './container-engine.js';
import { resourceArguments } from './container-limits.js';
import { type EngineName, engineNames } from './engine-environment.js';
import { engineFailure, isKnownFailure } from './engine-failure.js';

/** An image to be built from a Containerfile. */
export interface ImageBuild {
  readonly engine?: EngineName;
  /** The Containerfile's folder, which is what the build can copy from. */
  readonly folder: string;
  readonly tag: string;
  /** Values of the Containerfile's arguments. They stay visible in the image. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Files that steps of the build may read and that don't stay in the image, by id. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The network that steps of the build have. Default: the engine's. */
  readonly network?: string;
  /** Settings, including those of the engine's client. Default: the environment of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
  /** Gets what the engine says, as it says it. */
  readonly onOutput?: (bytes: Uint8Array) => void;
  /** Gets the command, before it is started. */
  readonly onCommand?: (command: readonly string[]) => void;
}

/** A build reaches the registry as whoever asked for it does. */
const PROXY_VARIABLES = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
];

/** How much of what it said is kept for when it fails. The cause comes last. */
const LAST_WORDS = 2000;
const LAST_LINES = 3;

/** Builds an image with the engine's own `build`. Rejects with `image_build_failed`. */
export async function buildImage(build: ImageBuild): Promise<void> {
  const { environment = process.env, signal, onOutput, onCommand } = build;
  const engine = await engineFor(build, environment);
  const args = buildArguments(engine, build);
  onCommand?.([engine.executable, ...args]);
  const launch = await dieWithParent({ executable: engine.executable, args });
  const running = await spawnProcess({
    ...launch,
    env: { ...engine.environment, ...proxiesIn(environment) },
    cwd: build.folder,
    ...(signal && { signal }),
  });
  let said = '';
  const listen = async (bytes: AsyncIterable<Uint8Array>) => {
    for await (const chunk of bytes) {
      onOutput?.(chunk);
      said = (said + Buffer.from(chunk).toString('utf8')).slice(-LAST_WORDS);
    }
  };
  const [exit] = await Promise.all([running.exit, listen(running.stdout), listen(running.stderr)]);
  signal?.throwIfAborted();
  if (exit.exitCode === 0) return;
  // All of it was shown as it came, so the last of it is enough.
  const stderr = said.trim().split('\n').slice(-LAST_LINES).join('\n');
  const { why, remedy } = engineFailure(engine.name, { ...exit, stderr });
  const help = isKnownFailure(stderr) ? ` ${remedy}` : '';
  throw new DragomanError(
    'image_build_failed',
    `The image ${build.tag} was not built. ${why}${help}`,
  );
}

/** The one that was asked for, or the first that is there, wherever its service is. */
async function engineFor(
  { engine: name, tag }: ImageBuild,
  environment: NodeJS.ProcessEnv,
): Promise<ContainerEngine> {
  const engine = await findEngine({ name, environment }).catch((cause: unknown) => {
    const why = `The image ${tag} was not built: ${errorMessage(cause)}`;
    throw new DragomanError('image_build_failed', why, { cause });
  });
  if (engine !== undefined) return engine;
  throw new DragomanError(
    'image_build_failed',
    `The image ${tag} was not built: that needs ${name ?? engineNames.join(' or ')}, which is not in the system's folders. ${await installRemedy('podman')}`,
  );
}

function buildArguments(engine: ContainerEngine, build: ImageBuild): readonly string[] {
  const { folder, tag, network, secrets = {} } = build;
  return [
    ...['build', '--tag', tag, '--file', `${folder}/Containerfile`],
    ...Object.entries(build.arguments).flatMap(([name, value]) => [
      '--build-arg',
      `${name}=${value}`,
    ]),
    ...Object.entries(secrets).flatMap(([id, path]) => ['--secret', `id=${id},src=${path}`]),
    ...(network === undefined ? [] : ['--network', network]),
    // Docker's builder has other limits, and refuses these.
    ...(engine.name === 'podman' ? resourceArguments() : []),
    folder,
  ];
}

function proxiesIn(environment: NodeJS.ProcessEnv): Record<string, string> {
  const set = PROXY_VARIABLES.flatMap((name) => {
    const value = environment[name];
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(set);
}
