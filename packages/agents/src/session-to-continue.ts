import { DragomanError } from '@dragoman/protocol';
import type { AbilityTable } from './agent-abilities.js';
import type { TurnRequest } from './agent-command.js';
import type { AgentReference } from './agent-reference.js';
import { requireSupport } from './version-support.js';

/** The session that a turn goes on with, in itself or in a new one. */
export interface SessionToContinue {
  readonly how: 'resume' | 'fork';
  readonly id: string;
}

/**
 * The session that a request continues, if any.
 *
 * @param idPattern what the CLI's session ids look like. What doesn't, it would take for an option,
 * for the newest session or for a title.
 */
export function sessionToContinue(
  agent: AgentReference,
  abilities: AbilityTable,
  { resume, fork }: TurnRequest,
  idPattern: RegExp,
): SessionToContinue | undefined {
  if (resume !== undefined && fork !== undefined) {
    throw new DragomanError(
      'invalid_request',
      'A turn either resumes a session or forks one: give `resume` or `fork`, not both.',
    );
  }
  const how = resume === undefined ? 'fork' : 'resume';
  const id = resume ?? fork;
  if (id === undefined) return undefined;
  requireSupport(agent, abilities, how);
  if (idPattern.test(id)) return { how, id };
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(id)} is not the id of a session of ${agent.name}.`,
  );
}
