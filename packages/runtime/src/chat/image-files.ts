import { constants } from 'node:fs';
import { mkdtemp, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { errorMessage } from '@dragoman/protocol/internal';
import { heldPath, removeTree } from '@dragoman/sandbox';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;

/** An image for a prompt. */
export interface ImageContent {
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly data: Uint8Array;
}

/** Images as files, which is how CLIs take them. */
export interface ImageFiles {
  readonly paths: readonly string[];
  /** Never rejects: what can't be removed is warned of. */
  remove(): Promise<void>;
}

/**
 * Writes them to a new folder: a temporary one, or one in the workspace for an agent that
 * reads images nowhere else. Those are named from the workspace on, as sandboxes have it elsewhere.
 *
 * An agent of another turn may be at work in the same workspace, so no link there is followed.
 */
export async function writeImageFiles(
  images: readonly ImageContent[],
  workspace?: string,
): Promise<ImageFiles> {
  if (images.length === 0) return { paths: [], remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(workspace ?? tmpdir(), 'dragoman-images-'));
  const remove = () => removeTree(folder).catch(warn);
  try {
    const names = await writeImages(images, folder);
    const named = workspace === undefined ? folder : relative(workspace, folder);
    return { paths: names.map((name) => join(named, name)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The names of the new files. The folder is held open: what takes its name meanwhile gets none. */
async function writeImages(images: readonly ImageContent[], folder: string): Promise<string[]> {
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const held = heldPath(handle.fd, folder);
    const names: string[] = [];
    // One after the other: none may still be written when the folder is closed.
    for (const [index, { mediaType, data }] of images.entries()) {
      const name = `image-${index + 1}.${mediaType.slice('image/'.length)}`;
      await writeFile(join(held, name), data, { mode: 0o600, flag: NEW_FILE });
      names.push(name);
    }
    return names;
  } finally {
    await handle.close();
  }
}

function warn(error: unknown): void {
  process.emitWarning(`The images of a turn could not be removed: ${errorMessage(error)}`);
}
