import { setTimeout as delay } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';

const PATIENCE_MS = 5000;
const POLL_MS = 50;

interface Shortage {
  readonly code: string;
  readonly words: string;
}

/** What the system refuses for want of something, whatever was asked of it. */
const SHORTAGES: Readonly<Record<string, Shortage>> = {
  EMFILE: {
    code: 'open_files_limit',
    words:
      'this process has as many files open as it may (EMFILE). Raise its limit (ulimit -n), or run fewer turns at once',
  },
  ENFILE: {
    code: 'open_files_limit_system',
    words:
      'this machine has as many files open as it can (ENFILE). End other programs, raise fs.file-max, or run fewer turns at once',
  },
  ENOMEM: {
    code: 'out_of_memory',
    words:
      'there is no memory left for it (ENOMEM). End other programs, or run fewer turns at once',
  },
};

/**
 * What failed, as an error that names the shortage behind it and what to do about it; `undefined` when
 * it failed for another reason. Looks at causes, too: a file that can't be opened is reported as many
 * things, and that no file can be is the one that helps.
 */
export function outOfResources(what: string, error: unknown): DragomanError | undefined {
  const shortage = shortageOf(error);
  if (shortage === undefined) return undefined;
  if (error instanceof DragomanError && error.code === shortage.code) return error;
  return new DragomanError(shortage.code, `${what}: ${shortage.words}.`, { cause: error });
}

/** Whether something failed only because there is no more of something: it may work in a moment. */
export function isOutOfResources(error: unknown): boolean {
  return shortageOf(error) !== undefined;
}

function shortageOf(error: unknown): Shortage | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = errorCode(cause);
    if (code !== undefined && Object.hasOwn(SHORTAGES, code)) return SHORTAGES[code];
  }
  return undefined;
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
