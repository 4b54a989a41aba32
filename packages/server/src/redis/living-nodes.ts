import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  isProcessOwner,
  makeFolder,
  namesIn,
  ownerIsAlive,
  readJsonFile,
  thisOwner,
  writeJsonFile,
} from '@dragoman/sandbox';

/**
 * The nodes of a state folder whose processes live, by files in that folder: whether Redis hears of a
 * process says nothing about whether it goes on with its turns.
 */
export interface LivingNodes {
  /** This process has the node, until `leave`. */
  join(node: string): void;
  leave(node: string): void;
  isAlive(node: string): Promise<boolean>;
  /** Removes what processes have left that were killed. */
  forgetDead(): Promise<void>;
}

export function createLivingNodes(stateDirectory: string): LivingNodes {
  const folder = join(stateDirectory, 'server', 'nodes');
  const fileOf = (node: string): string => join(folder, `${node}.json`);
  const isAlive = async (node: string): Promise<boolean> => {
    const owner = await readJsonFile(fileOf(node), isProcessOwner);
    return owner !== undefined && ownerIsAlive(owner);
  };
  const leave = (node: string): void => rmSync(fileOf(node), { force: true });
  return {
    join(node) {
      makeFolder(folder);
      writeJsonFile(fileOf(node), thisOwner());
    },
    ...{ leave, isAlive },
    async forgetDead() {
      for (const name of await namesIn(folder)) {
        // Others are being written.
        const [, node] = /^(.+)\.json$/.exec(name) ?? [];
        if (node !== undefined && !(await isAlive(node))) leave(node);
      }
    },
  };
}
