import type { OfferedTool } from '../reply.js';

/** The names that agents give to a tool of an MCP server, newest first. */
const NAMINGS: readonly ((server: string, tool: string) => string)[] = [
  // Claude, Codex 0.50 to 0.107, and from 0.121 with the server as a namespace.
  (server, tool) => `mcp__${server}__${tool}`,
  // Codex up to 0.44, and Gemini before 0.33.
  (server, tool) => `${server}__${tool}`,
  // Gemini.
  (server, tool) => `mcp_${server}_${tool}`,
  // OpenCode.
  (server, tool) => `${server}_${tool}`,
];

/** The offered tool that is this tool of this MCP server, whatever the agent calls it. */
export function findMcpTool(
  server: string,
  tool: string,
  offered: readonly OfferedTool[],
): OfferedTool | undefined {
  for (const naming of NAMINGS) {
    const name = plain(naming(server, tool));
    const found = offered.find((candidate) => plain(wholeName(candidate)) === name);
    if (found !== undefined) return found;
  }
  // Code may call tools that its description leaves out; MCP tools are among them.
  const nested = offered.find((candidate) => candidate.nested);
  if (nested !== undefined) {
    return { ...nested, name: plain(`mcp__${server}__${tool}`), form: 'function' };
  }
  // Before 0.33 Gemini names the server only where two have a tool of that name.
  const isGemini = offered.some(({ name }) => name === 'run_shell_command');
  return isGemini ? offered.find(({ name }) => name === tool) : undefined;
}

/** A namespace is `mcp__server__` in Codex 0.121 and `mcp__server` from 0.135. */
function wholeName({ namespace, name }: OfferedTool): string {
  return namespace === undefined ? name : `${namespace.replace(/__$/, '')}__${name}`;
}

/** Agents replace what may not stand in a tool's name, not all in the same way. */
function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '_');
}
