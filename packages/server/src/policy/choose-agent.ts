import { type agents, parseAgentReference } from '@dragoman/agents';
import type { StartTurnBody } from '@dragoman/protocol/http';
import type { AgentPolicy, ServerPolicy } from '../contract.js';
import { type Refusal, refusal } from '../errors/refusal.js';

/** An agent that a client may have. */
export interface ChosenAgent {
  /** As the policy lists it. */
  readonly listed: string;
  /** The agent's own name, such as `codex`. */
  readonly name: keyof typeof agents;
  /** With its exact version, such as `codex@0.166.0`. */
  readonly reference: string;
  readonly access: AgentPolicy['access'];
  /** Absent: the agent's own choice. */
  readonly model?: string;
}

/** The agent and the model that a client asks for, or the first of those that the policy allows. */
export function chooseAgent(
  policy: Pick<ServerPolicy, 'agents'>,
  { agent, model }: Pick<StartTurnBody, 'agent' | 'model'>,
): ChosenAgent {
  const allowed = allowedAgents(policy);
  const chosen =
    agent === undefined
      ? allowed[0]
      : (allowed.find(({ listed }) => listed === agent) ??
        allowed.find(({ reference }) => reference === agent));
  if (chosen === undefined) throw notAllowed(agent, allowed);
  return withModel(chosen, policy.agents[chosen.listed], model);
}

/** All agents that a policy allows, in its order. */
export function allowedAgents({ agents: listed }: Pick<ServerPolicy, 'agents'>): ChosenAgent[] {
  return Object.entries(listed).map(([key, { agent = key, access }]) => {
    const { name, version } = parseAgentReference(agent);
    return { listed: key, name, reference: `${name}@${version}`, access };
  });
}

function withModel(
  chosen: ChosenAgent,
  { models = [] }: Pick<AgentPolicy, 'models'> = {},
  asked: string | undefined,
): ChosenAgent {
  const model = asked ?? models[0];
  if (model === undefined) return chosen;
  if (models.includes(model)) return { ...chosen, model };
  const words =
    models.length === 0
      ? `${chosen.listed} chooses its model by itself here: leave \`model\` out.`
      : `${chosen.listed} may use ${models.join(', ')} here.`;
  throw refusal('model_not_allowed', `The model ${JSON.stringify(asked)} is not allowed. ${words}`);
}

function notAllowed(asked: string | undefined, allowed: readonly ChosenAgent[]): Refusal {
  const names = allowed.map(({ listed, reference }) =>
    listed === reference ? listed : `${listed} (${reference})`,
  );
  return refusal(
    'agent_not_allowed',
    `The agent ${JSON.stringify(asked)} is not allowed. Allowed here: ${names.join(', ')}.`,
  );
}
