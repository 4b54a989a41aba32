import type { ProjectSettings } from '@dragoman/agents';
import type { SandboxAbilities } from '@dragoman/sandbox';

/**
 * Whether files of the project may tell an agent's CLI what to run, where nobody says it: in a sandbox
 * that confines them as it confines the agent; otherwise nothing would stand between them and the host.
 */
export function defaultProjectSettings({
  confinesFiles,
}: Pick<SandboxAbilities, 'confinesFiles'>): ProjectSettings {
  return confinesFiles ? 'trust' : 'ignore';
}
