import type { SandboxCheck } from '../contract.js';
import type { ContainerEngine } from './container-engine.js';
import { limitArguments } from './container-limits.js';
import { type EngineAbilities, engineAbilities } from './engine-abilities.js';
import { type EngineFailure, engineFailure } from './engine-failure.js';
import { type EngineSearch, findUsableEngine } from './find-usable-engine.js';
import { findImage, type ImageFailure, imageMissing } from './inspect-image.js';

export interface EngineCheck extends EngineSearch {
  readonly defaultImage: string | undefined;
}

/** Whether containers work here, found out by running one where there is an image for it. */
export async function checkEngine(asked: EngineCheck): Promise<SandboxCheck> {
  const { defaultImage } = asked;
  const found = await findUsableEngine(asked);
  if ('obstacle' in found) return { works: false, ...found.obstacle };
  const { engine } = found;
  const info = await engine.run(['info']);
  if (info.exitCode !== 0) return { works: false, ...engineFailure(engine.name, info) };
  const abilities = await engineAbilities(engine);
  if (defaultImage !== undefined) {
    const failure = await tryImage(engine, abilities, defaultImage);
    if (failure !== undefined) return { works: false, ...failure };
  }
  return { works: true, version: abilities.version, notes: notesOn(abilities, defaultImage) };
}

/** Runs a container of the image, with the limits that sandboxes have. */
async function tryImage(
  engine: ContainerEngine,
  { quiet, limitsHold }: EngineAbilities,
  image: string,
): Promise<EngineFailure | ImageFailure | undefined> {
  if ((await findImage(engine, image)) === undefined) return imageMissing(engine, image);
  const isolation = ['--rm', '--network', 'none', '--read-only', '--cap-drop', 'all'];
  const program = ['--entrypoint', '/bin/sh', image, '-c', 'command -v node'];
  const options = [...isolation, '--pull', 'never', ...limitArguments({}, limitsHold)];
  const result = await engine.run([...quiet, 'run', ...options, ...program]);
  if (result.exitCode === 0) return undefined;
  // The shell's own word; an engine's failure has its own status.
  if (result.exitCode === 1 || result.exitCode === 127) {
    const remedy = 'Use an image with /bin/sh and node in it.';
    return { code: 'sandbox_image_unusable', why: `the image ${image} has no node`, remedy };
  }
  return engineFailure(engine.name, result);
}

function notesOn({ user, limitsHold }: EngineAbilities, image: string | undefined): string[] {
  const notes = [];
  if (image === undefined) notes.push('no image was tried, because none is set');
  if (!limitsHold) {
    notes.push('memory, processors and processes are not limited: podman needs root for it here');
  }
  if (user.uid === 0) {
    notes.push(
      'commands are root inside, without any of its capabilities, because this process is',
    );
  }
  return notes;
}
