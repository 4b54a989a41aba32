import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from './agent-command.js';
import type { AgentReference } from './agent-reference.js';

/** Fields of a request that are for one agent alone, named like it. */
const OWN_OPTIONS = ['claude', 'codex'] as const;

/** That an agent, in the version asked for, can't do what a request wants of it. */
export function unsupportedOption(
  { name, version }: AgentReference,
  option: string,
  why: string,
): DragomanError {
  return new DragomanError('unsupported_option', `${name} ${version} can't do ${option}: ${why}`);
}

/** Refuses options that are for another agent. */
export function refuseForeignOptions(agent: AgentReference, request: TurnRequest): void {
  const foreign = OWN_OPTIONS.find((name) => name !== agent.name && isGiven(request[name]));
  if (foreign === undefined) return;
  throw unsupportedOption(agent, `\`${foreign}\``, `these options are for ${foreign} alone.`);
}

/** An empty table asks for nothing. */
function isGiven(options: object | undefined): boolean {
  return options !== undefined && Object.values(options).some((value) => value !== undefined);
}
