import { resolve } from 'node:path';
import {
  checkAbilities,
  checkWritable,
  defaultSandboxKind,
  defaultStateDirectory,
  defaultWorkspacesDirectory,
  hiddenAround,
  realFolder,
  realPath,
  type SandboxKind,
  type SandboxProvider,
  sandboxProvider,
} from '@dragoman/sandbox';
import type { ChatAgent } from '../chat/chat-agent.js';
import { checkEnvironment } from '../given/given-environment.js';
import { type GivenMounts, givenMounts } from '../given/given-mounts.js';
import { defaultCacheDirectory } from '../install/install-folder.js';
import { rememberProvider } from '../watchdog/known-providers.js';
import { checkNode, checkTurnWorkspace } from './check-turn-workspace.js';
import type { TurnSettings } from './turn-options.js';

/** Where a turn takes place, and what its agent is given there. */
export interface TurnLocation {
  readonly stateDirectory: string;
  /** A real path. */
  readonly workspace: string;
  readonly provider: SandboxProvider;
  /** Folders that the agent must not see, wherever it works. */
  readonly hidden: readonly string[];
  /** What the agent is given beside the workspace. */
  readonly given: GivenMounts;
}

/**
 * Where a turn is to take place, as its options say. Rejects where that can't be had, for which nothing
 * of the turn, not even its agent, has to be there.
 */
export async function turnLocation(
  options: TurnSettings,
  agent: Pick<ChatAgent<never>, 'hidden' | 'inputLine'> = {},
): Promise<TurnLocation> {
  const { network, workspaceAccess, sandboxLimits: limits, image, allowHome = false } = options;
  const stateDirectory = resolve(options.stateDirectory ?? defaultStateDirectory());
  const workspace = await realFolder(resolve(options.cwd), 'workspace_missing', 'The workspace');
  const provider = await chooseProvider(options.sandbox, stateDirectory, workspace);
  const keepsInput = agent.inputLine !== undefined;
  checkAbilities(provider, { network, workspaceAccess, limits, image, keepsInput });
  checkWritable(options.writable);
  const workspaces = await realPath(defaultWorkspacesDirectory(stateDirectory));
  const hidden = [...(await ownFolders(stateDirectory, agent)), workspaces];
  const own = hiddenAround(workspace, hidden, workspaces);
  await checkTurnWorkspace({ workspace, provider, own, allowHome });
  checkNode(workspace, allowHome);
  checkEnvironment(options.env);
  const given = await givenMounts(options, provider, hidden);
  for (const folder of given.writable) checkNode(folder, allowHome);
  return { stateDirectory, workspace, provider, hidden, given };
}

/**
 * The provider that was asked for; without one the best that works here. Rejects where nothing does:
 * that nothing confines an agent has to be said.
 */
async function chooseProvider(
  asked: SandboxKind | SandboxProvider | undefined,
  stateDirectory: string,
  workspace: string,
): Promise<SandboxProvider> {
  if (typeof asked === 'object') rememberProvider(asked);
  const provider =
    typeof asked === 'object'
      ? asked
      : sandboxProvider(asked ?? (await defaultSandboxKind(workspace)), { stateDirectory });
  provider.prepare?.(workspace);
  return provider;
}

/**
 * The folders in which Dragoman keeps what it relies on, by their real paths: sessions and journals, and
 * the agents that it starts. No agent that is confined may change them.
 */
function ownFolders(
  stateDirectory: string,
  { hidden = [] }: Pick<ChatAgent<never>, 'hidden'>,
): Promise<readonly string[]> {
  return Promise.all([stateDirectory, defaultCacheDirectory(), ...hidden].map(realPath));
}
