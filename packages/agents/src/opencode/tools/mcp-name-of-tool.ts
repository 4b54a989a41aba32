import { mcpToolName } from '../../tools/mcp-tool-name.js';

/**
 * The common name of a tool that OpenCode hasn't itself: `demo_echo` is `echo` of the server `demo`.
 * Undefined where the name has no two parts. OpenCode joins the two with a `_` that either may have as
 * well, and takes the first for the seam when it doesn't know the server, as is done here. A tool of
 * the user's own may be named so, too; nothing tells it from one of a server.
 */
export function mcpNameOfTool(tool: string): string | undefined {
  const seam = tool.indexOf('_');
  if (seam < 1 || seam === tool.length - 1) return undefined;
  return mcpToolName(tool.slice(0, seam), tool.slice(seam + 1));
}
