import { type AgentLogin, agentNames, agents } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';

/** How one logs in at the vendor of an agent's CLI. Throws `login_unsupported` where one can't. */
export function agentLogin(agent: string): AgentLogin {
  const able = agentNames.filter((name) => agents[name].login !== undefined);
  const known = able.find((name) => name === agent);
  const login = known && agents[known].login;
  if (login !== undefined) return login;
  throw new DragomanError(
    'login_unsupported',
    `There are no logins for ${agent}, only for ${able.join(' and ')}. Set a key instead.`,
  );
}
