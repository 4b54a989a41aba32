import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import { type Shortage, shortageOf } from '@dragoman/protocol/internal';

const PATIENCE_MS = 5000;
const POLL_MS = 50;

/** What the system refuses for want of something, whatever was asked of it; and what to do about it. */
const REMEDIES: Readonly<Record<Exclude<Shortage, 'disk_full'>, string>> = {
  open_files_limit:
    'this process has as many files open as it may (EMFILE). Raise its limit (ulimit -n), or run fewer turns at once',
  open_files_limit_system:
    'this machine has as many files open as it can (ENFILE). End other programs, raise fs.file-max, or run fewer turns at once',
  out_of_memory:
    'there is no memory left for it (ENOMEM). End other programs, or run fewer turns at once',
};

/**
 * What failed, as an error that names the shortage behind it and what to do about it; `undefined` when
 * it failed for another reason, a full disk among them.
 */
export function outOfResources(what: string, error: unknown): DragomanError | undefined {
  const shortage = passingShortage(error);
  if (shortage === undefined) return undefined;
  if (error instanceof DragomanError && error.code === shortage) return error;
  return new DragomanError(shortage, `${what}: ${REMEDIES[shortage]}.`, { cause: error });
}

/** Whether something failed only because there is no more of something: it may work in a moment. */
export function isOutOfResources(error: unknown): boolean {
  return passingShortage(error) !== undefined;
}

/** One that others may end in a moment, which a full disk is not. */
function passingShortage(error: unknown): keyof typeof REMEDIES | undefined {
  const shortage = shortageOf(error);
  return shortage === 'disk_full' ? undefined : shortage;
}

/**
 * Does something, again and again while it fails for want of files or memory: with no more files to
 * open not even a folder can be removed, but others may close theirs in a moment.
 */
export async function onceResourcesAreThere<Result>(
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfResources(error) || performance.now() > deadline) throw error;
    }
    await delay(POLL_MS);
  }
}
