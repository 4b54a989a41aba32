import type { SandboxKind } from '@dragoman/sandbox';
import { requireProgram } from '@dragoman/testkit';

export interface PreparedKinds {
  readonly kinds: readonly SandboxKind[];
  readonly image: string | undefined;
}

/** Brings what the kinds need. */
export async function prepareKinds(names: readonly string[]): Promise<PreparedKinds> {
  const kinds = names.filter(isKind);
  if (kinds.includes('bubblewrap')) await requireProgram('bwrap', 'bubblewrap');
  return { kinds, image: undefined };
}

function isKind(name: string): name is SandboxKind {
  return name === 'process' || name === 'bubblewrap' || name === 'container';
}
