import {
  defaultSandboxKind,
  type SandboxKind,
  type SandboxProvider,
  sandboxProvider,
} from '@dragoman/sandbox';

/**
 * The provider that was asked for; without one the best that works here. Rejects where nothing does:
 * that nothing confines an agent has to be said.
 */
export async function chooseProvider(
  asked: SandboxKind | SandboxProvider | undefined,
  stateDirectory: string,
  workspace: string,
): Promise<SandboxProvider> {
  const provider =
    typeof asked === 'object'
      ? asked
      : sandboxProvider(asked ?? (await defaultSandboxKind(workspace)), { stateDirectory });
  provider.prepare?.(workspace);
  return provider;
}
