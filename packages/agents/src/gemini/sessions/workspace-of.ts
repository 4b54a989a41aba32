import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { readSmallFile } from '../../sessions/read-small-file.js';

const ROOT_NAME = '.project_root';
const REGISTRY_NAME = 'projects.json';
const CHATS = 'chats';
const HASH = /^[0-9a-f]{64}$/;

/**
 * The folder that a session is about, by the folder that its file lies in: from 0.30 on that is named
 * in a file and listed in a registry; before, it is only a hash, which still tells one that is listed.
 */
export function workspaceOf(path: string): string | undefined {
  const project = projectFolder(path);
  if (project === undefined) return undefined;
  // Not every version wrote it; without it the folder is not known.
  const root = readSmallFile(join(project, ROOT_NAME))?.trim();
  if (root !== undefined && root !== '') return root;
  const registry = parseJson(readSmallFile(join(dirname(dirname(project)), REGISTRY_NAME)) ?? '');
  if (!registry.ok || !isJsonObject(registry.value)) return undefined;
  const name = basename(project);
  const paths = Object.entries(objectAt(registry.value, 'projects') ?? {});
  return paths.find(([listed, slug]) => slug === name || isHashOf(name, listed))?.[0];
}

/** `tmp/<project>`, of a session's own file or of that of its sub-agent. */
function projectFolder(path: string): string | undefined {
  const folders = [dirname(path), dirname(dirname(path))];
  const chats = folders.find((folder) => basename(folder) === CHATS);
  return chats === undefined ? undefined : dirname(chats);
}

function isHashOf(name: string, path: string): boolean {
  return HASH.test(name) && createHash('sha256').update(path).digest('hex') === name;
}
