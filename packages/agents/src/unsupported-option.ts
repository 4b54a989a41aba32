import { DragomanError } from '@dragoman/protocol';
import type { ModelEndpoint, Permission, TurnRequest } from './agent-command.js';
import type { AgentReference } from './agent-reference.js';

/** Fields of a request that not every agent can honour. */
const OPTIONS = [
  'resume',
  'fork',
  'ephemeral',
  'images',
  'outputSchema',
  'reasoningEffort',
  'mcpServers',
  'extraArgs',
  'codex',
] as const;

/** That an agent, in the version asked for, can't do what a request wants of it. */
export function unsupportedOption(
  { name, version }: AgentReference,
  option: string,
  why: string,
): DragomanError {
  return new DragomanError('unsupported_option', `${name} ${version} can't do ${option}: ${why}`);
}

/** Refuses every optional field: for agents whose command doesn't know them yet. */
export function refuseOptions(agent: AgentReference, request: TurnRequest): void {
  const given = OPTIONS.find((option) => isGiven(request[option]));
  if (given === undefined) return;
  throw unsupportedOption(agent, `\`${given}\``, 'Dragoman has no way yet to ask it for that.');
}

/** The agent's own words for a permission, from a table of those that it has. */
export function postureFor<Posture>(
  agent: AgentReference,
  request: TurnRequest,
  postures: Readonly<Partial<Record<Permission, Posture>>>,
): Posture {
  const permission = request.permission ?? 'default';
  const posture = postures[permission];
  if (posture !== undefined) return posture;
  const known = Object.keys(postures).join(', ');
  throw unsupportedOption(agent, `permission \`${permission}\``, `there is only ${known}.`);
}

/** The endpoint of a request, for agents that reach their model through a gateway only. */
export function gatewayOf(agent: AgentReference, { endpoint }: TurnRequest): ModelEndpoint {
  if ('token' in endpoint) return endpoint;
  throw unsupportedOption(
    agent,
    '`endpoint.apiKey`',
    'so far it is only started through a gateway.',
  );
}

/** False, an empty list and an empty table ask for nothing. */
function isGiven(value: unknown): boolean {
  if (value === undefined || value === false) return false;
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
}
