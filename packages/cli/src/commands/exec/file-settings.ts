import { type AgentReference, agents } from '@dragoman/agents';
import type { SandboxProvider } from '@dragoman/sandbox';
import type { ConfigName } from '../../config/config-keys.js';
import type { ExecOptions } from '../../program/exec-command.js';

/** The settings that a configuration file says, and no flag; each with its file. */
export type FileSettings = ReadonlyMap<ConfigName, string>;

interface Chosen {
  readonly agent: AgentReference;
  readonly sandbox: Pick<SandboxProvider, 'abilities'>;
}

/**
 * Settings that not all sandboxes or agents have, and that make no turn safer. Without `permission`,
 * for one: an agent would get more than the file says.
 */
const BELONGS: Readonly<
  Record<string, ((options: ExecOptions, chosen: Chosen) => boolean) | undefined>
> = {
  containerImage: (_options, { sandbox }) => sandbox.abilities.images,
  agentFrom: (_options, { sandbox }) => sandbox.abilities.images,
  maxTurns: (_options, { agent }) => abilitiesOf(agent).maxTurns,
  effort: ({ effort }, { agent }) =>
    abilitiesOf(agent).reasoningEfforts.some((known) => known === effort),
};

/**
 * A file is written for all agents and sandboxes: what only some of them have is left out for the others.
 * A flag is kept, and refused where it can't hold.
 */
export function applicable(
  options: ExecOptions,
  files: FileSettings,
  chosen: Chosen,
): { readonly options: ExecOptions; readonly notes: readonly string[] } {
  const leftOut = [...files].filter(([name]) => BELONGS[name]?.(options, chosen) === false);
  const names = new Set<string>(leftOut.map(([name]) => name));
  const kept = Object.entries(options).filter(([name]) => !names.has(name));
  const { name: agent, version } = chosen.agent;
  // That a sandbox without images has no image surprises nobody.
  const missed = leftOut.filter(([name]) => name === 'maxTurns' || name === 'effort');
  return {
    options: Object.fromEntries(kept),
    notes: missed.map(
      ([name, file]) => `${agent} ${version} doesn't have ${name}, which ${file} sets: left out.`,
    ),
  };
}

function abilitiesOf({ name, version }: AgentReference) {
  return agents[name].abilities(version);
}
