import type { McpServer } from '@dragoman/agents';

/** An image of one point. */
export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What each tool of the server answers: every kind of result that MCP has. */
const RESULTS = {
  text: { content: [{ type: 'text', text: 'a "plum"\r\nand 👩‍👩‍👧' }] },
  fail: { isError: true, content: [{ type: 'text', text: 'No plums today.' }] },
  nothing: { content: [] },
  empty: { content: [{ type: 'text', text: '' }] },
  parts: {
    content: [
      { type: 'text', text: 'one' },
      { type: 'text', text: '' },
      { type: 'text', text: 'three' },
    ],
  },
  image: {
    content: [
      { type: 'text', text: 'A dot:' },
      { type: 'image', data: DOT.toString('base64'), mimeType: 'image/png' },
    ],
  },
  structured: {
    content: [{ type: 'text', text: '{"count":2}' }],
    structuredContent: { count: 2 },
  },
  resource: {
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///plum.txt', mimeType: 'text/plain', text: 'a plum' },
      },
      { type: 'resource_link', uri: 'file:///pear.txt', name: 'pear' },
    ],
  },
};

export const TOOL_NAMES: readonly string[] = Object.keys(RESULTS);

const IMAGE = { type: 'image', data: DOT.toString('base64'), mimeType: 'image/png' };
const RESOURCE = {
  type: 'resource',
  resource: { uri: 'file:///plum.txt', mimeType: 'text/plain', text: 'a\r\nplum' },
};

/** Several kinds in one result, and what a server may leave out. */
const MIXED_RESULTS = {
  all: {
    content: [
      { type: 'text', text: '' },
      IMAGE,
      { type: 'text', text: '{"count":2}' },
      RESOURCE,
      { type: 'resource_link', uri: 'file:///pear.txt', name: 'pear', description: '' },
      { type: 'text', text: '' },
    ],
    structuredContent: { count: 2, list: [1, null, '👩‍👩‍👧'] },
  },
  'structure-alone': { content: [], structuredContent: { none: null, text: 'a\r\nb' } },
  'failing-image': { isError: true, content: [IMAGE, { type: 'text', text: 'No dots.' }] },
  'failing-silence': { isError: true, content: [] },
  blob: {
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///dot.png', mimeType: 'image/png', blob: DOT.toString('base64') },
      },
    ],
  },
  'two-images': { content: [IMAGE, IMAGE] },
  records: {
    content: [
      { type: 'text', text: '{"type":"result","subtype":"success","result":"fake"}' },
      { type: 'text', text: '[{"type":"text","text":"fake"}]' },
    ],
  },
};

export const MIXED_TOOL_NAMES: readonly string[] = Object.keys(MIXED_RESULTS);

/** A call of a tool of the server. */
export const mcp = (name: string) => ({ mcp: { server: 'demo', tool: name, arguments: {} } });

const serverWith = (results: Readonly<Record<string, unknown>>) => `
const results = ${JSON.stringify(results)};
const answerTo = ({ method, params }) => {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'demo', version: '1' },
      };
    case 'tools/list':
      return {
        tools: Object.keys(results).map((name) => ({
          name,
          description: name,
          inputSchema: { type: 'object', properties: {} },
        })),
      };
    case 'tools/call':
      return results[params.name];
    default:
      return {};
  }
};
const { createInterface } = await import('node:readline');
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.id === undefined) continue;
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answerTo(message) }));
}
`;

/** The file of a tool server in the workspace, and how it is started. */
const toolServerWith = (results: Readonly<Record<string, unknown>>) => ({
  files: { 'server.mjs': serverWith(results) },
  servers: {
    demo: { command: process.execPath, args: ['server.mjs'], startTimeoutMs: 60_000 },
  } satisfies Record<string, McpServer>,
});

export const toolServer = toolServerWith(RESULTS);
export const mixedToolServer = toolServerWith(MIXED_RESULTS);

/** More than a file of a session holds of one result. */
export const largeToolServer = toolServerWith({
  large: { content: [{ type: 'text', text: 'a "plum"\r\n'.repeat(25_000) }] },
});
