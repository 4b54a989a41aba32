import { DragomanError } from '@dragoman/protocol';
import type { AbilityTable } from './agent-abilities.js';
import type { TurnRequest } from './agent-command.js';
import type { AgentReference } from './agent-reference.js';
import { requireSupport } from './version-support.js';

/** How often a failed request may be sent again, if the turn says so. */
export function retriesOf(
  agent: AgentReference,
  abilities: AbilityTable,
  { retries }: TurnRequest,
): number | undefined {
  if (retries === undefined) return undefined;
  requireSupport(agent, abilities, 'retries');
  if (Number.isSafeInteger(retries) && retries >= 0) return retries;
  throw new DragomanError(
    'invalid_request',
    `${retries} is not a number of \`retries\`: give a whole one, from 0 on.`,
  );
}
