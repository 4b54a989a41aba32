import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { heldPath } from '@dragoman/sandbox';

/** A file for what the agent says last. */
export interface MessageFile {
  /** Replaces the file, or what stands in its place, as a whole. */
  write(text: string): void;
  close(): void;
}

/**
 * Opens the folder of a file before the agent is there. What the agent makes of the names on the way,
 * such as a link, is not followed later.
 */
export function openMessageFile(path: string): MessageFile {
  const whole = resolve(path);
  const name = basename(whole);
  const { folder, descriptor } = openFolder(dirname(whole), path);
  try {
    checkTarget(folder, name);
  } catch (cause) {
    closeSync(descriptor);
    const message = `--output-last-message ${path}: ${reasonOf(cause)}.`;
    throw new DragomanError('message_file_unusable', message, { cause });
  }
  return {
    write(text) {
      const draft = `${folder}/.${name}.${randomBytes(6).toString('hex')}`;
      try {
        writeFileSync(draft, text, { flag: 'wx' });
        renameSync(draft, `${folder}/${name}`);
      } catch (cause) {
        rmSync(draft, { force: true });
        throw unwritable(path, cause);
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** A file is put in the place of another, or of a link. A folder or a device stays what it is. */
function checkTarget(folder: string, name: string): void {
  const status = lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
  if (status?.isDirectory()) throw new Error('it is a folder, and not a file in one');
  if (status !== undefined && !status.isFile() && !status.isSymbolicLink()) {
    throw new Error('it is no file');
  }
  accessSync(folder, constants.W_OK);
}

function openFolder(path: string, asked: string): { folder: string; descriptor: number } {
  try {
    const real = realpathSync(path);
    const descriptor = openSync(real, constants.O_RDONLY | constants.O_DIRECTORY);
    return { folder: heldPath(descriptor, real), descriptor };
  } catch (cause) {
    throw new DragomanError(
      'message_file_unusable',
      `--output-last-message ${asked}: its folder can't be opened (${reasonOf(cause)}).`,
      { cause },
    );
  }
}

function unwritable(path: string, cause: unknown): DragomanError {
  const message = `The last message can't be written to ${path}: ${reasonOf(cause)}.`;
  return new DragomanError('output_failed', message, { cause });
}
