import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { liesIn } from '@dragoman/sandbox';

/**
 * The CLIs go on without an image that isn't there, and send what is none: some only say it to the model,
 * and a provider refuses the whole conversation from then on.
 */
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
  const beginning = await firstBytes(real).catch((cause: unknown) => {
    throw unusable(path, reasonOf(cause));
  });
  if (KINDS.some((isKind) => isKind(beginning))) return;
  throw new DragomanError(
    'image_unsuitable',
    `The image ${path} can't be used: its content is no PNG, JPEG, GIF or WebP.`,
  );
}

/** How the images that models take begin, one byte a character. */
const KINDS: readonly ((beginning: string) => boolean)[] = [
  (beginning) => beginning.startsWith('\x89PNG\r\n\x1a\n'),
  (beginning) => beginning.startsWith('\xff\xd8\xff'),
  (beginning) => beginning.startsWith('GIF87a') || beginning.startsWith('GIF89a'),
  (beginning) => beginning.startsWith('RIFF') && beginning.slice(8) === 'WEBP',
];
const LONGEST_BEGINNING = 12;

async function firstBytes(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_BEGINNING));
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function unusable(path: string, why: string): DragomanError {
  return new DragomanError('image_missing', `The image ${path} can't be used: ${why}.`);
}
