import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { artifactsDirectory, type KeptArtifact, readArtifactIndex } from './kept-artifacts.js';

/** An artifact of a turn, to be read. */
export interface OpenedArtifact {
  readonly size: number;
  readonly mimeType: string;
  /** The hash of its bytes, in hex. */
  readonly sha256: string;
  /** Its bytes, from where it was asked for. The file is opened with the first read. */
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Opens an artifact that a turn has announced, by the `path` of its event. Rejects with `artifact_unknown`
 * for any other path: it is looked up among those that the turn noted, and never leads to a file itself.
 *
 * @param from the first byte to read
 */
export async function openArtifact(
  turnDirectory: string,
  path: string,
  from = 0,
): Promise<OpenedArtifact> {
  const artifacts = await readArtifactIndex(turnDirectory);
  const artifact = artifacts.find((one) => one.path === path);
  if (artifact === undefined) {
    throw new DragomanError('artifact_unknown', 'The turn has no such artifact.');
  }
  const { size, mimeType, sha256 } = artifact;
  const file = join(artifactsDirectory(turnDirectory), sha256);
  return { size, mimeType, sha256, stream: bytesOf(file, artifact, from) };
}

const CHUNK_BYTES = 64 * 1024;

function bytesOf(file: string, { size }: KeptArtifact, from: number): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let position = Math.min(from, size);
  const close = async (): Promise<void> => {
    await handle?.close();
    handle = undefined;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          handle ??= await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, size - position));
          const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
          else if (position < size) throw new Error('The bytes of the artifact are not all there.');
          if (position < size) return;
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
