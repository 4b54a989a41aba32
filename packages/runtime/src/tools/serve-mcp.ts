import type { Socket } from 'node:net';
import { Transform } from 'node:stream';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { callerServerName, inputSchemaOf } from './caller-tool.js';
import { offeredSchema } from './offered-schema.js';
import type { ToolResult } from './tool-answer.js';
import type { ToolRequests } from './tool-requests.js';

/** More than the longest input of a call, and not without bound. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

const IDENTITY = { name: callerServerName, version: '1' };

export interface ServeOptions {
  /** Whether the agent parses the text of a result, and refuses JSON that is no object. */
  readonly parsesToolTexts: boolean;
  readonly onProblem: (words: string) => void;
}

/**
 * Speaks MCP to whoever is at the other end of a socket, until one of them hangs up. The only file
 * that needs the SDK: it is loaded for turns with tools.
 */
export function serveMcp(
  socket: Socket,
  requests: ToolRequests,
  { parsesToolTexts, onProblem }: ServeOptions,
): void {
  const messages = wholeCharacters();
  messages.pipe(socket);
  const transport = new StdioServerTransport(socket, messages, { maxBufferSize: LONGEST_MESSAGE });
  const serving = serveStdio(() => createServer(requests, parsesToolTexts), {
    transport,
    onerror: ({ message }) => onProblem(message),
  });
  socket.once('close', () => void serving.close());
  // It was held until somebody would hear what follows the token.
  socket.resume();
}

function createServer(requests: ToolRequests, parsesToolTexts: boolean): Server {
  const server = new Server(IDENTITY, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [...requests.tools].map(([name, tool]) => ({
      name,
      ...(tool.description !== undefined && { description: tool.description }),
      inputSchema: offeredSchema(inputSchemaOf(tool)),
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: input = {} } = params;
    const result = toMcp(await requests.call(name, input, mcpReq.signal));
    return parsesToolTexts ? withStructure(result) : result;
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
 * An agent that takes any text that is JSON for the structured content refuses what is no object: a
 * list, a number, `true`. Where a result has structured content, its text stays a text.
 */
function withStructure(result: McpResult): McpResult {
  const parsed = parseJson(result.content[0]?.text ?? '');
  if (result.structuredContent !== undefined || !parsed.ok || isJsonObject(parsed.value)) {
    return result;
  }
  return { ...result, structuredContent: { result: parsed.value } };
}

/** Any escape of JSON; one of half a character, which JSON only writes where its other half is missing. */
const ESCAPE = /\\(?:u[dD][89a-fA-F][\da-fA-F]{2}|.)/g;
const HALF_CHARACTER_LENGTH = 6;
const REPLACEMENT = '\\ufffd';

/**
 * Messages of JSON on their way, with every half of a character (`'😀'.slice(0, 1)`) replaced: Codex
 * drops a message that has one, and then waits for what it said for as long as it can.
 */
export function wholeCharacters(): Transform {
  return new Transform({
    decodeStrings: false,
    transform(message, _encoding, done) {
      done(null, withWholeCharacters(String(message)));
    },
  });
}

function withWholeCharacters(json: string): string {
  return json.replace(ESCAPE, (found) =>
    found.length === HALF_CHARACTER_LENGTH ? REPLACEMENT : found,
  );
}
