import type { AgentLogin, AgentName } from '@dragoman/agents';
import { parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { agentLogin } from '@dragoman/runtime/internal';

/** The agent that is named, and how one logs in at its vendor. */
export function agentToLogIn(asked: string): { agent: AgentName; vendor: AgentLogin } {
  if (asked.includes('@')) {
    throw new DragomanError(
      'usage',
      'A login is the same for all versions: leave out the version.',
    );
  }
  const { name: agent } = parseAgentReference(asked);
  return { agent, vendor: agentLogin(agent) };
}
