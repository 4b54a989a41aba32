import { randomUUID } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { type AgentReference, agentNames, agents } from '@dragoman/agents';
import { errorCode } from '@dragoman/protocol/internal';
import { namesIn, removeTree } from '@dragoman/sandbox';
import { type InstallFolder, installFolder, installLockSuffix } from '../install/install-folder.js';
import { withLock } from '../install/install-lock.js';
import { partialInfix } from '../install/partial-install.js';
import { type ListedTurn, listTurns } from '../turn/list-turns.js';
import { type Expired, inUse, type Retention } from './expired.js';
import { folderSize } from './folder-size.js';

/** Installs of versions that are no default and that no turn has used for long. */
export async function expiredInstalls(retention: Retention): Promise<readonly Expired[]> {
  const turns = await listTurns(retention.stateDirectory);
  const expired: Expired[] = [];
  for (const name of agentNames) {
    const { parent } = installFolder(retention.cacheDirectory, { name, version: '' });
    for (const version of await namesIn(parent)) {
      if (version.endsWith(installLockSuffix) || version.includes(partialInfix)) continue;
      const agent = { name, version };
      const folder = installFolder(retention.cacheDirectory, agent);
      const lastUse = lastUseOf(agent, folder, turns);
      if (version === agents[name].version || lastUse >= retention.before) continue;
      const { bytes, isWhole } = folderSize(folder.directory);
      expired.push({
        ...{ kind: 'install', name: `${name}@${version}`, about: 'not the default version' },
        lastUsed: new Date(lastUse).toISOString(),
        bytes,
        isWhole,
        path: folder.directory,
        remove: () => removeInstall(agent, folder, retention),
      });
    }
  }
  return expired;
}

/** Moved away first: whoever looks for it meets all of it or nothing. What is recorded of it stays. */
async function removeInstall(
  agent: AgentReference,
  folder: InstallFolder,
  { stateDirectory, before }: Retention,
): Promise<void> {
  await withLock(folder.lock, {}, async () => {
    if (lastUseOf(agent, folder, await listTurns(stateDirectory)) >= before) {
      throw inUse(`${agent.name}@${agent.version}`);
    }
    const aside = `${folder.directory}${partialInfix}${randomUUID()}`;
    try {
      await rename(folder.directory, aside);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return;
      throw error;
    }
    await removeTree(aside);
  });
}

/** When it was installed, or the last turn with it began; one that runs uses it now. */
function lastUseOf(
  { name, version }: AgentReference,
  { directory }: InstallFolder,
  turns: readonly ListedTurn[],
): number {
  const own = turns.filter((turn) => turn.agent === name && turn.version === version);
  const times = own.map(({ state, createdAt }) =>
    state === 'running' ? Date.now() : Date.parse(createdAt) || Date.now(),
  );
  const status = lstatSync(directory, { throwIfNoEntry: false });
  return Math.max(status?.isDirectory() ? status.mtimeMs : Date.now(), ...times);
}
