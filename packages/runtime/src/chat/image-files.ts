import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { errorMessage } from '@dragoman/protocol/internal';

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
 */
export async function writeImageFiles(
  images: readonly ImageContent[],
  workspace?: string,
): Promise<ImageFiles> {
  if (images.length === 0) return { paths: [], remove: () => Promise.resolve() };
  const folder = await mkdtemp(join(workspace ?? tmpdir(), 'dragoman-images-'));
  // An agent with another user's rights may have put something there.
  const remove = () => rm(folder, { recursive: true, force: true }).catch(warn);
  try {
    const paths = await Promise.all(
      images.map(async ({ mediaType, data }, index) => {
        const path = join(folder, `image-${index + 1}.${mediaType.slice('image/'.length)}`);
        await writeFile(path, data, { mode: 0o600 });
        return workspace === undefined ? path : relative(workspace, path);
      }),
    );
    return { paths, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

function warn(error: unknown): void {
  process.emitWarning(`The images of a turn could not be removed: ${errorMessage(error)}`);
}
