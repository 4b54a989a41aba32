import { DragomanError } from '@dragoman/protocol';
import {
  defaultSandboxKind,
  type SandboxKind,
  type SandboxProvider,
  sandboxProviders,
} from '@dragoman/sandbox';

/** The provider that was asked for; without one the best that works here. */
export async function chooseSandboxes(
  asked: SandboxKind | SandboxProvider | undefined,
  stateDirectory: string,
): Promise<SandboxProvider> {
  if (typeof asked === 'object') return asked;
  const kind = asked ?? (await defaultSandboxKind());
  const providers = Object.values(sandboxProviders({ stateDirectory }));
  const provider = providers.find((candidate) => candidate.kind === kind);
  provider?.prepare?.();
  if (provider !== undefined) return provider;
  throw new DragomanError('sandbox_unknown', `There is no kind of sandbox called ${kind}.`);
}
