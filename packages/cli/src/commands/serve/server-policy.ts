import { type AgentName, agentNames, agents, parseAgentReference } from '@dragoman/agents';
import { loadScript } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { type ModelAccess, resolveModelAccess } from '@dragoman/runtime';
import { isInstalled } from '@dragoman/runtime/internal';
import type { AgentPolicy, Retention, ServerLimits, ServerPolicy } from '@dragoman/server';
import type { ServeConfig } from './serve-settings.js';

export interface PolicySource {
  readonly config: ServeConfig;
  /** A scripted model answers instead of all others. */
  readonly script?: string | undefined;
  /** The workspace, where the file names none. */
  readonly cwd: string;
  readonly stateDirectory: string;
}

/** What a file and a command line say, as the server takes it. A key that is missing is an error here. */
export async function serverPolicy(source: PolicySource): Promise<ServerPolicy> {
  const { config, cwd } = source;
  const { workspaces, limits, retention, agents: listed, ...rest } = config;
  const { hosts: _hosts, publicUrl: _publicUrl, ...same } = rest;
  const script =
    source.script === undefined
      ? undefined
      : { kind: 'script' as const, script: await loadScript(source.script) };
  const agentPolicies =
    listed === undefined
      ? await installedAgents(script)
      : Object.fromEntries(
          Object.entries(listed).map(([name, asked]) => [
            name,
            agentPolicy(name, asked, script, source),
          ]),
        );
  return {
    ...same,
    agents: agentPolicies,
    workspaces: workspaces ?? { default: { path: cwd } },
    ...(limits && { limits: limitsOf(limits) }),
    ...(retention && { retention: retentionOf(retention) }),
  };
}

type AskedAgent = NonNullable<ServeConfig['agents']>[string];

function agentPolicy(
  name: string,
  { agent = name, models, login, baseUrl }: AskedAgent,
  script: ModelAccess | undefined,
  { stateDirectory }: PolicySource,
): AgentPolicy {
  const reference = parseAgentReference(agent);
  const access =
    script ??
    resolveModelAccess({ agent: reference.name, env: process.env, baseUrl, login, stateDirectory });
  return { agent: `${reference.name}@${reference.version}`, access, ...(models && { models }) };
}

/** All agents whose default version is installed and that have a key. */
async function installedAgents(
  script: ModelAccess | undefined,
): Promise<Readonly<Record<string, AgentPolicy>>> {
  const defaults = agentNames.map((name) => ({ name, version: agents[name].version }));
  const there = await Promise.all(defaults.map((agent) => isInstalled(agent)));
  const found = defaults.filter((_agent, index) => there[index]);
  if (found.length === 0) {
    throw new DragomanError(
      'agent_not_installed',
      'No agent is installed in its default version: run `dragoman agents install codex`, or name one in a file for --config.',
    );
  }
  const policies = found.flatMap(({ name, version }) => {
    const access = script ?? accessOf(name);
    return access === undefined ? [] : [[name, { agent: `${name}@${version}`, access }] as const];
  });
  if (policies.length > 0) return Object.fromEntries(policies);
  const variables = found.map(
    ({ name }) => `${agents[name].keys.keyVariables.join(' or ')} for ${name}`,
  );
  throw new DragomanError(
    'key_missing',
    `There is no key for any agent that is installed: set ${variables.join(', ')}. With a subscription: \`login: true\` in a file for --config.`,
  );
}

function accessOf(agent: AgentName): ModelAccess | undefined {
  try {
    return resolveModelAccess({ agent, env: process.env });
  } catch (error) {
    if (errorCode(error) === 'key_missing') return undefined;
    throw error;
  }
}

function limitsOf(limits: NonNullable<ServeConfig['limits']>): ServerLimits {
  const { body, wall, idle, total, answer, page, ...same } = limits;
  return {
    ...same,
    ...(body !== undefined && { bodyBytes: body }),
    ...(answer !== undefined && { answerMs: answer }),
    ...(page !== undefined && { pageMs: page }),
    turn: {
      ...(wall !== undefined && { wallMs: wall }),
      ...(idle !== undefined && { idleMs: idle }),
      ...(total !== undefined && { totalMs: total }),
    },
  };
}

function retentionOf({ olderThan, maxSize }: NonNullable<ServeConfig['retention']>): Retention {
  return {
    ...(olderThan !== undefined && { olderThanMs: olderThan }),
    ...(maxSize !== undefined && { maxBytes: maxSize }),
  };
}
