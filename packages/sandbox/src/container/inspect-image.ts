import { DragomanError, isJsonObject } from '@dragoman/protocol';
import { type ContainerEngine, objectsIn, parseAnswer } from './container-engine.js';
import { type EngineFailure, engineFailure } from './engine-failure.js';

/** An image as the engine has it. */
export interface ContainerImage {
  readonly name: string;
  /** Identifies its content, whatever it is called later. */
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
}

const NO_SUCH_IMAGE = /no such image|image not known|not found|failed to find image/i;

/** Looks at an image. Rejects with `sandbox_image_missing` when the engine doesn't have it. */
export async function inspectImage(engine: ContainerEngine, name: string): Promise<ContainerImage> {
  const image = await findImage(engine, name);
  if (image !== undefined) return image;
  const { code, why, remedy } = imageMissing(engine, name);
  throw new DragomanError(code, `${why}. ${remedy}`);
}

/** Looks at an image that may not be there. */
export async function findImage(
  engine: ContainerEngine,
  name: string,
): Promise<ContainerImage | undefined> {
  const result = await engine.run(['image', 'inspect', name]);
  if (result.exitCode !== 0) {
    if (NO_SUCH_IMAGE.test(result.stderr)) return undefined;
    const { why, remedy } = engineFailure(engine.name, result);
    throw new DragomanError('sandbox_unavailable', `${why} ${remedy}`);
  }
  const [image] = objectsIn(parseAnswer(engine, result.stdout));
  const config = isJsonObject(image?.Config) ? image.Config : {};
  return { name, id: String(image?.Id ?? ''), labels: textsIn(config.Labels) };
}

/** An image that is at fault. */
export interface ImageFailure extends EngineFailure {
  readonly code: 'sandbox_image_missing' | 'sandbox_image_unusable';
}

/** What is wrong when an image is missing. Nothing is ever pulled by itself. */
export function imageMissing({ name: engine }: ContainerEngine, name: string): ImageFailure {
  return {
    code: 'sandbox_image_missing',
    why: `${engine} has no image ${name}`,
    remedy: 'Build it or pull it, or name another.',
  };
}

function textsIn(value: unknown): Record<string, string> {
  const entries = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}
