import { closeSync, fsync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { closedError, journalFailure } from './journal-failure.js';

const flush = promisify(fsync);

/** An open file whose content can be made to outlast a loss of power. */
export interface SyncedFile {
  /** Resolves once all that was written before the call is on the disk. */
  sync(): Promise<void>;
  /** At once, or when what is being synced is on the disk. Idempotent. */
  close(): void;
}

/**
 * Several calls at once share the work. After a failure nobody knows what is on the disk, and to try
 * again would claim that all is: each further call fails, too.
 */
export function syncedFile(file: number, path: string): SyncedFile {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: Error | undefined;
  let isNamed = false;
  let isOpen = true;

  const work = async (): Promise<void> => {
    if (failure !== undefined) throw failure;
    try {
      await flush(file);
      // A file that was just made is lost with its name.
      if (!isNamed) await syncFolders(dirname(path));
      isNamed = true;
    } catch (error) {
      failure = journalFailure(path, error);
      throw failure;
    }
  };

  const begin = (): Promise<void> => {
    const started = work();
    current = started;
    const settled = (): void => {
      current = undefined;
      if (!isOpen && next === undefined) closeSync(file);
    };
    started.then(settled, settled);
    return started;
  };

  return {
    async sync() {
      if (!isOpen) throw closedError(dirname(path));
      if (current === undefined) return begin();
      // What is at work may have begun before the latest line.
      next ??= current
        .catch(() => {})
        .then(() => {
          next = undefined;
          return begin();
        });
      return next;
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      if (current === undefined && next === undefined) closeSync(file);
    },
  };
}

/** A folder, and the one that has its name. */
async function syncFolders(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder)]) {
    const descriptor = openSync(path, 'r');
    try {
      await flush(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }
}
