import { DragomanError } from '@dragoman/protocol';
import type { TurnRequest } from './agent-command.js';
import type { AgentReference } from './agent-reference.js';
import type { AgentName } from './agents.js';

/** The fields of a request that are named like an agent and for it alone. */
type OwnOptions = {
  readonly [Name in Extract<keyof TurnRequest, AgentName>]: (
    request: TurnRequest,
  ) => TurnRequest[Name];
};

const OWN_OPTIONS: OwnOptions = {
  claude: ({ claude }) => claude,
  codex: ({ codex }) => codex,
};

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
  const [foreign] =
    Object.entries(OWN_OPTIONS).find(
      ([name, optionsOf]) => name !== agent.name && isGiven(optionsOf(request)),
    ) ?? [];
  if (foreign === undefined) return;
  throw unsupportedOption(agent, `\`${foreign}\``, `these options are for ${foreign} alone.`);
}

/** An empty table asks for nothing. */
function isGiven(options: object | undefined): boolean {
  return options !== undefined && Object.values(options).some((value) => value !== undefined);
}
