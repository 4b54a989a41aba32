import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { AgentReference } from '@dragoman/agents';
import { DragomanError, errorMessage } from '@dragoman/protocol';
import { makeFolder, readJsonFile, writeJsonFile } from '@dragoman/sandbox';
import { type InstallManifest, type Inventory, isManifest } from './install-manifest.js';

/**
 * What is known of an install, kept in the state folder: whoever can write to the cache, but not there,
 * can't change a program unnoticed.
 */
export interface InstallRecords {
  read(agent: AgentReference, directory: string): Promise<InstallManifest | undefined>;
  /** The list of contents, as it was recorded. */
  contents(agent: AgentReference, directory: string): Promise<string>;
  write(agent: AgentReference, directory: string, inventory: Inventory): void;
  /** After the same contents were found under another stamp. */
  restamp(directory: string, manifest: InstallManifest, stamp: string): void;
}

export function installRecords(stateDirectory: string): InstallRecords {
  const root = join(stateDirectory, 'installs');
  /** A version may be installed in several caches. */
  const base = (agent: Pick<InstallManifest, 'name' | 'version'>, directory: string): string => {
    const cache = createHash('sha256').update(resolve(directory)).digest('hex').slice(0, 16);
    return join(root, agent.name, `${agent.version}-${cache}`);
  };
  const writing = (work: () => void): void => {
    try {
      work();
    } catch (cause) {
      throw new DragomanError(
        'state_unusable',
        `What is installed can't be recorded in ${root} (${errorMessage(cause)}). Make the folder writable, or set DRAGOMAN_STATE to another.`,
        { cause },
      );
    }
  };
  return {
    read: (agent, directory) => readJsonFile(`${base(agent, directory)}.json`, isManifest),
    contents: async (agent, directory) =>
      (await readJsonFile(`${base(agent, directory)}.contents.json`, isText)) ?? '',
    write(agent, directory, { manifest, contents }) {
      writing(() => {
        makeFolder(join(root, agent.name));
        writeJsonFile(`${base(agent, directory)}.contents.json`, contents);
        writeJsonFile(`${base(agent, directory)}.json`, manifest);
      });
    },
    restamp(directory, manifest, stamp) {
      writing(() => writeJsonFile(`${base(manifest, directory)}.json`, { ...manifest, stamp }));
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
