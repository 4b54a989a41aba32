import type { Permission, TurnRequest } from '../../agent-command.js';

interface Posture {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const MODES: Readonly<Record<Permission, string>> = {
  default: 'default',
  plan: 'plan',
  acceptEdits: 'acceptEdits',
  bypass: 'bypassPermissions',
};

/**
 * What Claude Code may do. As root it refuses to bypass permissions unless it is told that it is
 * contained.
 */
export function claudePosture({ permission = 'default' }: TurnRequest): Posture {
  return {
    args: ['--permission-mode', MODES[permission]],
    env: permission === 'bypass' ? { IS_SANDBOX: '1' } : {},
  };
}
