import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '@dragoman/sandbox';
import { z } from 'zod';

/** An artifact of a turn whose bytes are kept. */
const keptArtifact = z.object({
  /** As its event has it. */
  path: z.string(),
  size: z.int().nonnegative(),
  mimeType: z.string(),
  /** The hash of its bytes, and the name of the file that has them. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const artifactIndex = z.object({ artifacts: z.array(keptArtifact) });

export type KeptArtifact = z.infer<typeof keptArtifact>;

const INDEX = 'index.json';

/** Where the bytes of a turn's artifacts are: each under its hash, never under a name that somebody chose. */
export function artifactsDirectory(turnDirectory: string): string {
  return join(turnDirectory, 'artifacts');
}

export function writeArtifactIndex(
  turnDirectory: string,
  artifacts: readonly KeptArtifact[],
): void {
  writeJsonFile(join(artifactsDirectory(turnDirectory), INDEX), { artifacts });
}

/** The artifacts that a turn has announced. */
export async function readArtifactIndex(turnDirectory: string): Promise<readonly KeptArtifact[]> {
  const index = await readJsonFile(join(artifactsDirectory(turnDirectory), INDEX), isIndex);
  return index?.artifacts ?? [];
}

function isIndex(value: unknown): value is z.infer<typeof artifactIndex> {
  return artifactIndex.safeParse(value).success;
}
