import { DragomanError } from '@dragoman/protocol';
import type { ProcessExit } from '../process/spawn-process.js';
import type { ContainerEngine } from './container-engine.js';
import { engineFailure, isKnownFailure } from './engine-failure.js';

interface StartFailure {
  readonly engine: Pick<ContainerEngine, 'name'>;
  readonly image: string;
  readonly exit: ProcessExit;
  readonly stderr: string;
}

/** The exit codes by which the shell in the container, or the engine, reports a missing program. */
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** Why a container ended before its command could be started. The command's own end never comes here. */
export function containerStartFailure({
  engine,
  image,
  exit,
  stderr,
}: StartFailure): DragomanError {
  const saysProgram = exit.exitCode === NOT_FOUND || exit.exitCode === NOT_EXECUTABLE;
  // Engines end with the same numbers when they fail themselves.
  if (saysProgram && !isKnownFailure(stderr)) {
    return new DragomanError(
      'sandbox_image_unusable',
      `The image ${image} can't be used: commands are started in it through /bin/sh and node, and one of them is missing or doesn't run. ${engine.name} says: ${stderr}`,
    );
  }
  const { why, remedy } = engineFailure(engine.name, { ...exit, stderr });
  return new DragomanError(
    'sandbox_start_failed',
    `No container of the image ${image} could be started. ${why} ${remedy}`,
  );
}
