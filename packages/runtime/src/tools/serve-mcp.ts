import type { Socket } from 'node:net';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { callerServerName } from './caller-tool.js';
import { offeredSchema } from './offered-schema.js';
import type { ToolRequests } from './tool-requests.js';
import type { ToolResult } from './tool-result.js';
import { wholeCharacters } from './whole-characters.js';

/** More than the longest input of a call, and not without bound. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/** How Gemini CLI names itself. */
const GEMINI = 'gemini-cli-mcp-client';

const IDENTITY = { name: callerServerName, version: '1' };

/**
 * Speaks MCP to whoever is at the other end of a socket, until one of them hangs up. The only file
 * that needs the SDK: it is loaded for turns with tools.
 */
export function serveMcp(
  socket: Socket,
  requests: ToolRequests,
  onProblem: (words: string) => void,
): void {
  const messages = wholeCharacters();
  messages.pipe(socket);
  const transport = new StdioServerTransport(socket, messages, { maxBufferSize: LONGEST_MESSAGE });
  const serving = serveStdio(() => createServer(requests), {
    transport,
    onerror: ({ message }) => onProblem(message),
  });
  socket.once('close', () => void serving.close());
  // It was held until somebody would hear what follows the token.
  socket.resume();
}

function createServer(requests: ToolRequests): Server {
  const server = new Server(IDENTITY, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [...requests.tools].map(([name, { description, inputSchema }]) => ({
      name,
      ...(description !== undefined && { description }),
      inputSchema: offeredSchema({ ...inputSchema }),
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: input = {} } = params;
    const result = toMcp(await requests.call(name, input, mcpReq.signal));
    const client = server.getClientVersion()?.name ?? '';
    return client === GEMINI ? withStructure(result) : result;
  });
  return server;
}

interface McpResult extends Record<string, unknown> {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
}

function toMcp(result: ToolResult): McpResult {
  if ('error' in result) return { content: [{ type: 'text', text: result.error }], isError: true };
  const { text, structured } = result;
  return {
    content: [{ type: 'text', text }],
    ...(structured && { structuredContent: structured }),
  };
}

/**
 * Gemini CLI takes any text that is JSON for the structured content, and then refuses what is no
 * object: a list, a number, `true`. With a structured content of its own a text stays a text.
 */
function withStructure(result: McpResult): McpResult {
  const parsed = parseJson(result.content[0]?.text ?? '');
  if (result.structuredContent !== undefined || !parsed.ok || isJsonObject(parsed.value)) {
    return result;
  }
  return { ...result, structuredContent: { result: parsed.value } };
}
