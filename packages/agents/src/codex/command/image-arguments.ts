import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from '../../agent-command.js';
import { requireCodexSupport } from './codex-support.js';

/**
 * One `--image=FILE` for each image. Without the `=` the option takes all that follows, the `-`
 * for the prompt included.
 */
export function imageArguments({ images = [], version }: TurnRequest): string[] {
  if (images.length > 0) requireCodexSupport('images', version);
  return images.map((path) => `--image=${checkPath(path)}`);
}

/** Codex takes a comma for the end of a path, and tells only the model that there is no such file. */
function checkPath(path: string): string {
  if (path !== '' && !path.includes(',')) return path;
  throw new DragomanError(
    'invalid_request',
    `Codex can't be given the image ${JSON.stringify(path)}: its path must not be empty or hold a comma. Rename or copy it.`,
  );
}
