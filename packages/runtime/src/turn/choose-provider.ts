import {
  defaultSandboxKind,
  type SandboxKind,
  type SandboxProvider,
  sandboxProvider,
} from '@dragoman/sandbox';

/** The provider that was asked for; without one the best that works here. */
export async function chooseProvider(
  asked: SandboxKind | SandboxProvider | undefined,
  stateDirectory: string,
): Promise<SandboxProvider> {
  if (typeof asked === 'object') return asked;
  const provider = sandboxProvider(asked ?? (await defaultSandboxKind()), { stateDirectory });
  provider.prepare?.();
  return provider;
}
