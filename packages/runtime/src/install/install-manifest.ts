import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { AgentReference, ExecutableCandidate } from '@dragoman/agents';
import { isJsonObject } from '@dragoman/protocol';
import { readJsonFile } from '@dragoman/sandbox';
import type { InstalledAgent } from './installed-agent.js';

const MANIFEST = 'installed.json';

/** What an install says about itself. Written last, so that it stands for all the rest. */
interface InstallManifest {
  readonly name: string;
  readonly version: string;
  readonly executable: ExecutableCandidate;
  /** The program's size: a copy that was cut short is no program. */
  readonly bytes: number;
  /** The program's content, which takes up to a second to look at: only asked for by name. */
  readonly sha256: string;
}

/** Declares the install in `directory` complete. */
export async function writeManifest(
  directory: string,
  agent: AgentReference,
  executable: ExecutableCandidate,
): Promise<void> {
  const program = join(directory, 'node_modules', executable.path);
  const { size } = await stat(program);
  const manifest: InstallManifest = {
    ...agent,
    executable,
    bytes: size,
    sha256: await sha256Of(program),
  };
  await writeFile(join(directory, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The install in `directory`, or `undefined` when there is none or it is damaged. */
export async function readInstalled(
  directory: string,
  agent: AgentReference,
): Promise<InstalledAgent | undefined> {
  const manifest = await readJsonFile(join(directory, MANIFEST), isManifest);
  if (manifest?.name !== agent.name || manifest.version !== agent.version) return undefined;
  const modules = join(directory, 'node_modules');
  const executable = join(modules, manifest.executable.path);
  if (!(await isIntact(executable, manifest))) return undefined;
  return {
    ...agent,
    directory,
    executable,
    kind: manifest.executable.kind,
    searchPath: (manifest.executable.searchPath ?? []).map((path) => join(modules, path)),
  };
}

/** Whether an install's program is, byte for byte, the one that was installed. */
export async function isUnchanged(installed: InstalledAgent): Promise<boolean> {
  const manifest = await readJsonFile(join(installed.directory, MANIFEST), isManifest);
  return manifest?.sha256 === (await sha256Of(installed.executable));
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

async function isIntact(executable: string, manifest: InstallManifest): Promise<boolean> {
  try {
    // Node reads a script; only a native program must be executable.
    const wanted = manifest.executable.kind === 'native' ? constants.X_OK : constants.R_OK;
    await access(executable, wanted);
    const status = await stat(executable);
    return status.isFile() && status.size === manifest.bytes;
  } catch {
    return false;
  }
}

function isManifest(value: unknown): value is InstallManifest {
  if (!isJsonObject(value) || !isExecutable(value.executable)) return false;
  const { name, version, bytes, sha256 } = value;
  return (
    typeof bytes === 'number' && [name, version, sha256].every((text) => typeof text === 'string')
  );
}

function isExecutable(value: unknown): value is ExecutableCandidate {
  if (!isJsonObject(value)) return false;
  const { path, kind, searchPath = [] } = value;
  return (
    typeof path === 'string' &&
    (kind === 'native' || kind === 'node') &&
    Array.isArray(searchPath) &&
    searchPath.every((folder) => typeof folder === 'string')
  );
}
