import type { SandboxKind } from '@dragoman/sandbox';
import { requireProgram, testContainers } from '@dragoman/testkit';

export interface PreparedKinds {
  readonly kinds: readonly SandboxKind[];
  /** For containers. */
  readonly image: string | undefined;
  /** For whoever starts containers. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Brings what the kinds need. */
export async function prepareKinds(names: readonly string[]): Promise<PreparedKinds> {
  const kinds = names.filter(isKind);
  if (kinds.includes('bubblewrap')) await requireProgram('bwrap', 'bubblewrap');
  if (!kinds.includes('container')) return { kinds, image: undefined, environment: {} };
  const { image, environment } = await testContainers();
  return { kinds, image, environment };
}

function isKind(name: string): name is SandboxKind {
  return name === 'process' || name === 'bubblewrap' || name === 'container';
}
