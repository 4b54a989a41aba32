import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { liesIn } from '@dragoman/sandbox';

/** The CLIs go on without an image that isn't there: some only say it to the model. */
export async function checkImages(images: readonly string[], workspace: string): Promise<void> {
  for (const image of images) await checkImage(resolve(workspace, image), workspace);
}

async function checkImage(path: string, workspace: string): Promise<void> {
  const [found, real, root] = await Promise.all([
    stat(path),
    realpath(path),
    realpath(workspace),
  ]).catch((cause: unknown) => {
    const why = reasonOf(cause);
    throw new DragomanError('image_missing', `The image ${path} can't be used: ${why}.`, { cause });
  });
  if (!found.isFile()) throw unusable(path, 'it is not a file');
  // An agent may have made the link, for this process to read or to show what lies elsewhere.
  if (liesIn(workspace, path) && !liesIn(root, real)) {
    throw unusable(path, `it is a link that leads out of the workspace, to ${real}`);
  }
}

function unusable(path: string, why: string): DragomanError {
  return new DragomanError('image_missing', `The image ${path} can't be used: ${why}.`);
}
