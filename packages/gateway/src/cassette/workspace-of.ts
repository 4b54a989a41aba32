import { mapStrings } from '../json/map-strings.js';

/** How each agent tells its model the folder it works in. */
const WORKSPACE_MENTIONS: readonly RegExp[] = [
  // Codex
  /<cwd>(\/[^<\n]*)<\/cwd>/,
  // Claude Code, OpenCode
  /\b[Ww]orking directory: (\/[^\n]*)/,
  // Gemini CLI
  /\*\*Workspace Directories:\*\*\n\s*- (\/[^\n]*)/,
];

/** The folders that agents keep in a home, whose names give the home away. */
const HOME_FOLDERS = /\/\.(?:claude|codex|gemini|config\/opencode|local\/share\/opencode)\b/g;

/** No home lies deeper than this; a request may hold images, in whose base64 every slash looks like one. */
const MAX_HOME_LENGTH = 1024;

/** The folder the agent worked in, as its request to the model tells; `undefined` when it doesn't. */
export function workspaceOf(body: unknown): string | undefined {
  return firstIn(body, (text) =>
    WORKSPACE_MENTIONS.map((mention) => mention.exec(text)?.[1]?.trim()).find(isFolder),
  );
}

/** The agent's home, as far as its request names a folder in it. */
export function homeOf(body: unknown): string | undefined {
  return firstIn(body, (text) => {
    for (const { index } of text.matchAll(HOME_FOLDERS)) {
      const home = pathEndingAt(text, index);
      if (isFolder(home)) return home;
    }
    return undefined;
  });
}

/** The absolute path that ends at a place in a text, from where nothing before belongs to it. */
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
