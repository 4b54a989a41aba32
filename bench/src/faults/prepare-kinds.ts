import { type SandboxKind, sandboxKinds } from '@dragoman/sandbox';
import { requireProgram, type TestContainers, testContainers } from '@dragoman/testkit';

export interface PreparedKinds {
  readonly kinds: readonly SandboxKind[];
  /** Where containers are asked for. */
  readonly containers: TestContainers | undefined;
}

/** Brings what the kinds need. Throws on a kind that isn't one. */
export async function prepareKinds(names: readonly string[]): Promise<PreparedKinds> {
  const kinds = names.map(kindOf);
  if (kinds.includes('bubblewrap')) await requireProgram('bwrap', 'bubblewrap');
  return { kinds, containers: kinds.includes('container') ? await testContainers() : undefined };
}

function kindOf(name: string): SandboxKind {
  const kind = sandboxKinds.find((known) => known === name);
  if (kind !== undefined) return kind;
  throw new Error(`There is no kind of sandbox "${name}", only ${sandboxKinds.join(', ')}.`);
}
