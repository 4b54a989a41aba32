import type { TurnRequest } from '../../agent-command.js';
import { sessionToContinue } from '../../session-to-continue.js';
import { codexAbilities } from '../abilities.js';

/** An empty id is ignored, and one that begins with a dash is read as an option such as `--last`. */
const SESSION_ID = /^[^\s-]\S*$/;

/**
 * The subcommand that continues a session, if one is asked for. It stands after all options: up to
 * 0.72 `resume` takes almost none of them, and in no version all.
 */
export function sessionArguments(request: TurnRequest): string[] {
  const agent = { name: 'codex', version: request.version } as const;
  const session = sessionToContinue(agent, codexAbilities, request, SESSION_ID);
  return session === undefined ? [] : [session.how, session.id];
}
