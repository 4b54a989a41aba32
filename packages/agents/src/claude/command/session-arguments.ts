import type { TurnRequest } from '../../agent-command.js';
import { compareVersions } from '../../compare-versions.js';
import { sessionToContinue } from '../../session-to-continue.js';
import { requireSupport } from '../../version-support.js';
import { claudeAbilities } from '../abilities.js';

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Before, every resume made a session of its own, with the old one's history. */
const FORKS_BY_NAME = '1.0.119';

/** Whether a resume goes on in the session itself. In 1.0.119 it still makes another. */
export function resumesSameSession(version: string): boolean {
  return compareVersions(version, FORKS_BY_NAME) > 0;
}

/** Which session the turn continues, and whether it leaves one. */
export function sessionArguments(request: TurnRequest): string[] {
  const agent = { name: 'claude', version: request.version } as const;
  const args: string[] = [];
  const session = sessionToContinue(agent, claudeAbilities, request, SESSION_ID);
  if (session !== undefined) args.push('--resume', session.id);
  if (session?.how === 'fork' && compareVersions(request.version, FORKS_BY_NAME) >= 0) {
    args.push('--fork-session');
  }
  if (request.ephemeral === true) {
    requireSupport(agent, claudeAbilities, 'ephemeral');
    args.push('--no-session-persistence');
  }
  return args;
}
