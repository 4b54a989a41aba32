import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { McpServer } from '@dragoman/agents';

/** The least that an MCP server must say: one tool, which says what it was started with. */
const SERVER = `
  const text = process.argv[2] + ' ' + process.env.WORD;
  const answers = {
    'tools/list': { tools: [{ name: 'word', inputSchema: { type: 'object', properties: {} } }] },
    'tools/call': { content: [{ type: 'text', text }] },
  };
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const hello = {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'demo', version: '1' },
    };
    const result = method === 'initialize' ? hello : (answers[method] ?? {});
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }
`;

/** A server that is a program; its tool `word` answers with the argument and the word. */
export async function toolProgram(
  workspace: string,
  argument: string,
  word: string,
): Promise<McpServer> {
  await writeFile(join(workspace, 'server.mjs'), SERVER);
  return {
    command: process.execPath,
    args: ['server.mjs', argument],
    env: { WORD: word },
    // Some agents ask their model before a server that starts slowly is there.
    startTimeoutMs: 60_000,
  };
}

/** A server over HTTP that has nothing to offer, and takes down who asks. */
export async function withDeafServer(
  use: (server: { url: string; seen: ReadonlySet<string | undefined> }) => Promise<void>,
): Promise<void> {
  const seen = new Set<string | undefined>();
  const server = createServer((request, response) => {
    seen.add(request.headers.authorization);
    request.resume();
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  try {
    await use({ url: `http://127.0.0.1:${port}/mcp`, seen });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
