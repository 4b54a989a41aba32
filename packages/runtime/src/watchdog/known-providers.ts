import { DragomanError } from '@dragoman/protocol';
import { type SandboxProvider, sandboxKinds, sandboxProvider } from '@dragoman/sandbox';

/** Providers of the caller that turns of this process have used, by kind. */
const used = new Map<string, SandboxProvider>();

/** Keeps a provider for the recovery of turns, if its kind is not one that comes with Dragoman. */
export function rememberProvider(provider: SandboxProvider): void {
  if (!isBuiltIn(provider.kind)) used.set(provider.kind, provider);
}

export interface ProviderSearch {
  readonly stateDirectory: string;
  /** Providers of the caller. They win over those that are known. */
  readonly providers?: readonly SandboxProvider[] | undefined;
}

/**
 * The provider that made a sandbox of this kind: one that is given, one that this process has used, or
 * one of Dragoman's own. Throws `sandbox_unknown` where there is none.
 */
export function providerOf(
  kind: string,
  { stateDirectory, providers = [] }: ProviderSearch,
): SandboxProvider {
  const known = providers.find((provider) => provider.kind === kind) ?? used.get(kind);
  if (known !== undefined) return known;
  if (isBuiltIn(kind)) return sandboxProvider(kind, { stateDirectory });
  throw new DragomanError(
    'sandbox_unknown',
    `The turn ran in a sandbox of the kind ${JSON.stringify(kind)}, which is none of Dragoman's own, so nobody here can end what may still run in it. Nothing was removed. Give its provider: recoverTurn(directory, { providers: [provider] }).`,
  );
}

/** All providers whose sandboxes can be listed here. */
export function allProviders({
  stateDirectory,
  providers = [],
}: ProviderSearch): readonly SandboxProvider[] {
  const own = sandboxKinds.map((kind) => sandboxProvider(kind, { stateDirectory }));
  const byKind = new Map([...own, ...used.values(), ...providers].map((one) => [one.kind, one]));
  return [...byKind.values()];
}

function isBuiltIn(kind: string): boolean {
  return sandboxKinds.some((known) => known === kind);
}
