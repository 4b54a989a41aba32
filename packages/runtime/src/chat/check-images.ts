import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DragomanError, errorMessage } from '@dragoman/protocol';

/** The CLIs go on without an image that isn't there: some tell only the model. */
export async function checkImages(images: readonly string[], workspace: string): Promise<void> {
  for (const image of images) await checkImage(resolve(workspace, image));
}

async function checkImage(path: string): Promise<void> {
  const found = await stat(path).catch((cause: unknown) => {
    const why = errorMessage(cause);
    throw new DragomanError('image_missing', `The image ${path} can't be used: ${why}`, { cause });
  });
  if (found.isFile()) return;
  throw new DragomanError('image_missing', `The image ${path} can't be used: it is not a file.`);
}
