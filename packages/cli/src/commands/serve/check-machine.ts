import { parseAgentReference } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { checkTurnWorkspace, defaultCacheDirectory, isInstalled } from '@dragoman/runtime/internal';
import { realFolder, realPath, type SandboxProvider, sandboxProvider } from '@dragoman/sandbox';
import { checkPolicy, type ServerPolicy } from '@dragoman/server';
import type { Terminal } from '../../terminal/terminal.js';
import { installShown } from '../agents/install.js';

/**
 * Makes sure that this machine has what a policy promises, before anybody is let in: folders, a sandbox
 * that works, and the agents, which are installed if they are missing.
 */
export async function checkMachine(
  policy: ServerPolicy,
  stateDirectory: string,
  terminal: Terminal,
): Promise<void> {
  await checkPolicy(policy);
  const kind = typeof policy.sandbox === 'object' ? policy.sandbox.kind : policy.sandbox;
  const provider = sandboxProvider(kind ?? 'bubblewrap', { stateDirectory });
  await checkFolders(policy, provider, stateDirectory);
  await checkSandbox(provider);
  if (provider.kind === 'container') return;
  for (const { agent = '' } of Object.values(policy.agents)) {
    const reference = parseAgentReference(agent);
    if (!(await isInstalled(reference))) await installShown(reference, terminal);
  }
}

async function checkFolders(
  { workspaces }: ServerPolicy,
  provider: SandboxProvider,
  stateDirectory: string,
): Promise<void> {
  const own = await Promise.all([stateDirectory, defaultCacheDirectory()].map(realPath));
  for (const [name, { path, template = '' }] of Object.entries(workspaces)) {
    if (path !== undefined) {
      const workspace = await realFolder(path, 'workspace_missing', `The workspace ${name}:`);
      await checkTurnWorkspace({ workspace, provider, own, allowHome: false });
    } else if (template !== '') {
      await realFolder(template, 'workspace_missing', `The template of ${name}:`);
    }
  }
}

async function checkSandbox(provider: SandboxProvider): Promise<void> {
  const check = await provider.check();
  if (check.works) return;
  throw new DragomanError(
    check.code ?? 'sandbox_unavailable',
    `A sandbox of the kind ${provider.kind} doesn't work here: ${check.why}. ${check.remedy}`,
  );
}
