import type { Permission } from '@dragoman/agents';
import type { SandboxAbilities } from '@dragoman/sandbox';

/**
 * What an agent may do unasked where nobody says it: anything in a sandbox that confines it, for then
 * it can't do harm; otherwise the CLI's own careful posture.
 */
export function defaultPermission({
  confinesFiles,
}: Pick<SandboxAbilities, 'confinesFiles'>): Permission {
  return confinesFiles ? 'bypass' : 'default';
}
