import { mapStrings } from '../json/map-strings.js';

/** How each agent tells its model the folder it works in. */
const MENTIONS: readonly RegExp[] = [
  // Codex
  /<cwd>(\/[^<\n]*)<\/cwd>/,
  // Claude Code, OpenCode
  /\b[Ww]orking directory: (\/[^\n]*)/,
  // Gemini CLI
  /\*\*Workspace Directories:\*\*\n\s*- (\/[^\n]*)/,
];

/** The folder the agent worked in, as its request to the model tells; `undefined` when it doesn't. */
export function workspaceOf(body: unknown): string | undefined {
  let found: string | undefined;
  mapStrings(body, (text) => {
    found ??= MENTIONS.map((mention) => mention.exec(text)?.[1]?.trim()).find(
      (path) => path !== undefined && path.length > 1,
    );
    return text;
  });
  return found;
}
