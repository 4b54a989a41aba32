import { createHash } from 'node:crypto';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { readSmallFile } from '../../sessions/open-file.js';
import { plainFilesBelow } from '../../sessions/plain-files.js';
import type { SessionFile } from '../../sessions/session-files.js';
import type { SessionLayout } from '../../sessions/session-format.js';
import type { SessionCopy } from '../../sessions/session-store.js';

/** `session-2026-01-01T02-22-9ab0ba72.jsonl`: when it began, in UTC, and how its id begins. */
const NAME = /^session-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-([^-.]+)\.jsonl?$/;
const AGENT_NAME = /^(.+)\.jsonl$/;
const CHATS = 'chats';
/** `tmp/<project>/chats/<session>/<sub-agent>.jsonl`. */
const DEEPEST = 3;

/** Where Gemini CLI keeps its sessions. */
export const geminiLayout: SessionLayout = {
  home: ({ GEMINI_CLI_HOME }, userHome) => join(GEMINI_CLI_HOME || userHome, '.gemini'),
  folders: (home) => [{ path: join(home, 'tmp'), archived: false }],
  depth: DEEPEST,
  idOf(name, path) {
    if (basename(dirname(path)) === CHATS) return NAME.exec(name)?.[4];
    return parentOf(path) === undefined ? undefined : AGENT_NAME.exec(name)?.[1];
  },
  namesAreBeginnings: true,
  choose,
  startOf(name) {
    const [, day, hours, minutes] = NAME.exec(name) ?? [];
    const began = new Date(`${day}T${hours}:${minutes}:00Z`);
    return Number.isNaN(began.getTime()) ? undefined : began.toISOString();
  },
  parentOf,
  workspaceOf,
};

/** The files of sub-agents lie in a folder that is named after the session that started them. */
function parentOf(path: string): string | undefined {
  const folder = dirname(path);
  return basename(dirname(folder)) === CHATS ? basename(folder) : undefined;
}

/**
 * Each resume in another minute than the session began in leaves another file that holds nothing
 * but the context; the session goes on in its first file. A session that an older version wrote as a
 * document goes on in a file of lines beside it.
 */
function choose(files: readonly SessionFile[]): readonly SessionFile[] {
  const firsts = new Map<string, SessionFile>();
  for (const file of files) {
    const key = join(dirname(file.path), file.id);
    const other = firsts.get(key);
    if (other === undefined || isBefore(file.name, other.name)) firsts.set(key, file);
  }
  return [...firsts.values()];
}

function isBefore(name: string, other: string): boolean {
  const [stem, otherStem] = [name, other].map((file) => file.slice(0, file.lastIndexOf('.')));
  if (stem === undefined || otherStem === undefined || stem === otherStem) {
    return name.length > other.length;
  }
  return stem < otherStem;
}

const ROOT_NAME = '.project_root';
const REGISTRY_NAME = 'projects.json';
const HASH = /^[0-9a-f]{64}$/;

/**
 * The folder that a session is about, by the folder of its file: from 0.30 on a file names it and a
 * registry lists it. Before, the name is only a hash, which is compared with those of listed folders.
 */
function workspaceOf(path: string): string | undefined {
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

/** `tmp/<project>`, by the file of a session or of its sub-agent. */
function projectFolder(path: string): string | undefined {
  const folders = [dirname(path), dirname(dirname(path))];
  const chats = folders.find((folder) => basename(folder) === CHATS);
  return chats === undefined ? undefined : dirname(chats);
}

/**
 * All files that begin with the same id, those of sub-agents, and what says which folder the project
 * is: by that Gemini CLI finds its sessions.
 */
export function geminiCopies(path: string, home: string): readonly SessionCopy[] {
  const project = projectFolder(path);
  const id = geminiLayout.idOf(basename(path), path);
  if (project === undefined || id === undefined) return [{ from: path, to: relative(home, path) }];
  const chats = join(project, CHATS);
  const ofSession = plainFilesBelow(chats).filter((file) => {
    const [first = ''] = relative(chats, file).split(sep);
    return NAME.exec(first)?.[4] === id || first.startsWith(id);
  });
  const root = join(project, ROOT_NAME);
  const about = readSmallFile(root) === undefined ? [] : [root];
  return [...ofSession, ...about].map((from) => ({ from, to: relative(home, from) }));
}

function isHashOf(name: string, path: string): boolean {
  return HASH.test(name) && createHash('sha256').update(path).digest('hex') === name;
}
