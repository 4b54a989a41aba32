import type { TurnRequest } from '../../agent-command.js';
import type { Settings } from './settings.js';

/**
 * A project's settings count where it is trusted. One that nobody has said anything about is as good
 * as untrusted, but for its `AGENTS.md`, which Codex doesn't read in an untrusted one (0.166).
 */
export function projectTrust({ projectSettings, cwd }: TurnRequest): Settings {
  return projectSettings === 'trust' ? [['projects', { [cwd]: { trust_level: 'trusted' } }]] : [];
}
