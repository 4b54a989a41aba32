import type { AgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { findInstalled } from '../install/find-installed.js';
import type { InstalledAgent } from '../install/installed-agent.js';

/** The install of a CLI. A turn doesn't install what is missing: that may take minutes. */
export async function requireInstalled(
  agent: AgentReference,
  cacheDir: string | undefined,
  stateDirectory: string,
): Promise<InstalledAgent> {
  const installed = await findInstalled(agent, cacheDir, stateDirectory);
  if (installed !== undefined) return installed;
  const reference = `${agent.name}@${agent.version}`;
  throw new DragomanError(
    'agent_not_installed',
    `${reference} is not installed: run \`dragoman agents install ${reference}\`.`,
  );
}
