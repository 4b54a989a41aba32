import { mapStrings } from '../json/map-strings.js';

/** How the requests of an agent show the folders of its run. Those of two runs differ in them. */
export interface FolderMentions {
  /** What surrounds the workspace. Each has it as its first group. */
  readonly workspace: readonly RegExp[];
  /** Folders that the agent keeps in its home, such as `.agent`, whose names give the home away. */
  readonly homeFolders: readonly string[];
}

/** No home is deeper than this; a request may hold images, in whose base64 every slash looks like one. */
const MAX_HOME_LENGTH = 1024;

/** The folder the agent worked in, as its request to the model says; `undefined` when it doesn't. */
export function workspaceOf(body: unknown, { workspace }: FolderMentions): string | undefined {
  return firstIn(body, (text) =>
    workspace.map((mention) => mention.exec(text)?.[1]?.trim()).find(isFolder),
  );
}

/** The agent's home, as far as its request names a folder in it. */
export function homeOf(body: unknown, { homeFolders }: FolderMentions): string | undefined {
  if (homeFolders.length === 0) return undefined;
  const names = homeFolders.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const folders = new RegExp(`/(?:${names.join('|')})\\b`, 'g');
  return firstIn(body, (text) => {
    for (const { index } of text.matchAll(folders)) {
      const home = pathEndingAt(text, index);
      if (isFolder(home)) return home;
    }
    return undefined;
  });
}

/** The absolute path that ends at a position in a text, and begins where nothing before belongs to it. */
function pathEndingAt(text: string, end: number): string | undefined {
  let start: number | undefined;
  for (let at = end - 1; at >= 0 && end - at <= MAX_HOME_LENGTH; at -= 1) {
    if (BETWEEN_PATHS.test(text.charAt(at))) break;
    if (text.charAt(at) === '/' && !WITHIN_PATHS.test(text.charAt(at - 1))) start = at;
  }
  return start === undefined ? undefined : text.slice(start, end);
}

const BETWEEN_PATHS = /[\s"'`<>:()]/;

/** A slash after one of these goes on with a path or an address and begins none. */
const WITHIN_PATHS = /[\w.:/-]/;

function isFolder(path: string | undefined): path is string {
  return path !== undefined && path.length > 1;
}

function firstIn(body: unknown, find: (text: string) => string | undefined): string | undefined {
  let found: string | undefined;
  mapStrings(body, (text) => {
    found ??= find(text);
    return text;
  });
  return found;
}
