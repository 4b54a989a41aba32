import { DragomanError } from '@dragoman/protocol';
import { type SandboxProvider, sandboxKinds, sandboxProvider } from '@dragoman/sandbox';

/** Providers of the caller that turns of this process have used. Several may have one kind. */
const used = new Set<SandboxProvider>();

/** Keeps a provider of the caller for the recovery of turns. */
export function rememberProvider(provider: SandboxProvider): void {
  used.add(provider);
}

export interface ProviderSearch {
  readonly stateDirectory: string;
  /** Providers of the caller, beside those that are known. */
  readonly providers?: readonly SandboxProvider[] | undefined;
}

/**
 * The providers that may have made a sandbox of this kind: those that are given, those that this process
 * has used, and Dragoman's own. Throws `sandbox_unknown` where there is none.
 */
export function providersOf(kind: string, search: ProviderSearch): readonly SandboxProvider[] {
  const all = [...callersProviders(search), ...ownProviders(search)];
  const known = all.filter((provider) => provider.kind === kind);
  if (known.length > 0) return known;
  throw new DragomanError(
    'sandbox_unknown',
    `The turn ran in a sandbox of the kind ${JSON.stringify(kind)}, which is none of Dragoman's own, so nobody here can end what may still run in it. Nothing was removed. Give its provider: recoverTurn(directory, { providers: [provider] }).`,
  );
}

/** Providers of the caller: those that are given, and those that this process has used. */
export function callersProviders({ providers = [] }: ProviderSearch): readonly SandboxProvider[] {
  return [...new Set([...providers, ...used])];
}

/** One provider for each kind that comes with Dragoman. */
export function ownProviders({ stateDirectory }: ProviderSearch): readonly SandboxProvider[] {
  return sandboxKinds.map((kind) => sandboxProvider(kind, { stateDirectory }));
}
