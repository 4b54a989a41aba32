import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { ExecutableCandidate } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { reasonOf } from '@dragoman/protocol/internal';
import { makeFolder, readJsonFile, writeJsonFile } from '@dragoman/sandbox';
import { z } from 'zod';
import { type AgentVersion, agentIn } from '../agent-version.js';
import type { CheckedPackages } from './check-packages.js';
import { hashFile, hashText, listContents, stampTree, watchedFolders } from './install-tree.js';

/** A manifest may not lead out of its install. */
const innerPath = z.string().refine((path) => !isAbsolute(path) && !path.split('/').includes('..'));

const executableCandidate = z.object({
  path: innerPath,
  kind: z.enum(['native', 'node']),
  searchPath: z.array(innerPath).optional(),
});

/** What an install said about itself before its whole tree was watched. */
const oldManifest = z.object({
  name: z.string(),
  version: z.string(),
  executable: executableCandidate,
  /** The program's size: a copy that was cut short is no program. */
  bytes: z.number(),
  /** The program's content. */
  sha256: z.string(),
});

const manifest = oldManifest.extend({
  installedAt: z.string(),
  trust: z.enum(['pinned', 'first_use']),
  /** The hashes of its packages, as the registry has them. */
  packages: z.record(z.string(), z.string()),
  /** The folders that are watched for changes. */
  watched: z.array(innerPath),
  /** The hash of the list of their contents. */
  contents: z.string(),
  /** What those contents look like without being read. */
  stamp: z.string(),
});

export type OldManifest = z.infer<typeof oldManifest>;
export type InstallManifest = z.infer<typeof manifest>;

/** A manifest, and the list of contents that it has the hash of. */
interface Inventory {
  readonly manifest: InstallManifest;
  readonly contents: string;
}

/** In the install itself. What counts is the record of it, which lies elsewhere. */
const MANIFEST = 'installed.json';
const CONTENTS = 'installed.sha256';

/** All there is to know of what npm has put into `directory`. */
export async function takeInventory(
  directory: string,
  agent: AgentVersion,
  executable: ExecutableCandidate,
  { trust, packages }: CheckedPackages,
): Promise<Inventory> {
  const program = join(directory, 'node_modules', executable.path);
  const { packageName } = agentIn(agent);
  const watched = watchedFolders(directory, { packageName, executable: executable.path });
  // Before the contents are read: what changes meanwhile is noticed the next time.
  const stamp = stampTree(directory, watched);
  const contents = await listContents(directory, watched);
  return {
    contents,
    manifest: {
      name: agent.name,
      version: agent.version,
      executable: plain(executable),
      bytes: (await stat(program)).size,
      sha256: await hashFile(program),
      installedAt: new Date().toISOString(),
      trust,
      packages,
      watched: [...watched],
      contents: hashText(contents),
      stamp,
    },
  };
}

/** Declares the install in `directory` complete. Written last, so that it stands for all the rest. */
export async function writeManifest(directory: string, inventory: Inventory): Promise<void> {
  await replaceFile(join(directory, CONTENTS), inventory.contents);
  const text = JSON.stringify(inventory.manifest, undefined, 2);
  await replaceFile(join(directory, MANIFEST), `${text}\n`);
}

/** Readable for all who share the cache; whoever reads it meanwhile never meets a half. */
async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, content, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** What an install says about itself, or `undefined` when it says nothing, or is about another. */
export async function readManifest(
  directory: string,
  agent: AgentVersion,
): Promise<OldManifest | InstallManifest | undefined> {
  const path = join(directory, MANIFEST);
  const found = (await readJsonFile(path, isManifest)) ?? (await readJsonFile(path, isOldManifest));
  return found?.name === agent.name && found.version === agent.version ? found : undefined;
}

/** The list of contents beside a manifest. */
export function readContents(directory: string): Promise<string> {
  return readFile(join(directory, CONTENTS), 'utf8').catch(() => '');
}

export function isManifest(value: unknown): value is InstallManifest {
  return manifest.safeParse(value).success;
}

function isOldManifest(value: unknown): value is OldManifest {
  return oldManifest.safeParse(value).success;
}

function plain({ path, kind, searchPath }: ExecutableCandidate): InstallManifest['executable'] {
  return { path, kind, ...(searchPath && { searchPath: [...searchPath] }) };
}

/**
 * What is known of an install, kept in the state folder: whoever can write to the cache, but not there,
 * can't change a program unnoticed.
 */
export interface InstallRecords {
  read(agent: AgentVersion, directory: string): Promise<InstallManifest | undefined>;
  /** The list of contents, as it was recorded. */
  contents(agent: AgentVersion, directory: string): Promise<string>;
  write(agent: AgentVersion, directory: string, inventory: Inventory): void;
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
        `What is installed can't be recorded in ${root} (${reasonOf(cause)}). Make the folder writable, or set DRAGOMAN_STATE to another.`,
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
