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
const HOME_MENTIONS: readonly RegExp[] = [
  // Bounded, because in an image's base64 every slash could begin a path that never ends.
  /(?<![\w.:/-])(\/[^\s"'`<>:()]{1,1024}?)\/\.(?:claude|codex|gemini|config\/opencode|local\/share\/opencode)\b/,
];

/** The folder the agent worked in, as its request to the model tells; `undefined` when it doesn't. */
export function workspaceOf(body: unknown): string | undefined {
  return firstMention(body, WORKSPACE_MENTIONS);
}

/** The agent's home, as far as its request names a folder in it. */
export function homeOf(body: unknown): string | undefined {
  return firstMention(body, HOME_MENTIONS);
}

function firstMention(body: unknown, mentions: readonly RegExp[]): string | undefined {
  let found: string | undefined;
  mapStrings(body, (text) => {
    found ??= mentions
      .map((mention) => mention.exec(text)?.[1]?.trim())
      .find((path) => path !== undefined && path.length > 1);
    return text;
  });
  return found;
}
