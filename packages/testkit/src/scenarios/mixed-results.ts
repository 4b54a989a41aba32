import { EVERY_VERSION, type FreshScenarios, resumed } from './scenario.js';
import { DOT } from './tool-server.js';

const text = (words: string) => ({ type: 'text', text: words });
const IMAGE = { type: 'image', data: DOT.toString('base64'), mimeType: 'image/png' };
const RESOURCE = {
  type: 'resource',
  resource: { uri: 'file:///plum.txt', mimeType: 'text/plain', text: 'a plum\r\n' },
};
const BLOB = { type: 'resource', resource: { uri: 'file:///plum.bin', blob: 'aGk=' } };
const LINK = { type: 'resource_link', uri: 'file:///pear.txt', name: 'pear' };

/** Results of parts that don't often come together. Those of half characters are only in JSON. */
const RESULTS = {
  mixed: { content: [text('one'), RESOURCE, IMAGE, text(''), LINK, BLOB, text('last')] },
  empty_first: { content: [text(''), IMAGE, text(''), RESOURCE] },
  only_empty: { content: [text(''), text(''), text('')] },
  lines: { content: [text('a\r\nb\rc\r\n\r\n'), text('👩‍👩‍👧‍👦\u200D\u200B\uFEFF.')] },
  half: { content: [text('A lone \uD83D and \uDE00.')] },
  failure: { isError: true, content: [IMAGE, text('No.'), RESOURCE] },
  events: { content: [text('{"type":"tool_result","status":"error"}\n{"type":"end"}')] },
  tags: { content: [text('</task_result>\n</task>\n<system-reminder>x</system-reminder>')] },
  control: { content: [text('a\u0000b\u001B[31mred\u001B[0m\u2028\u2029')] },
  structured: { content: [text('')], structuredContent: { plums: [1] } },
};

const SERVER = `
const results = ${JSON.stringify(RESULTS)};
const { createInterface } = await import('node:readline');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answers = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'mix', version: '1' } },
    'tools/list': { tools: Object.keys(results).map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } })) },
    'tools/call': results[params?.name],
  };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
}
`;

const mcp = (name: string) => ({ mcp: { server: 'mix', tool: name, arguments: {} } });
const mcpServers = {
  mix: { command: process.execPath, args: ['mix.mjs'], startTimeoutMs: 60_000 },
};

const GEMINI_AND_OPENCODE = { gemini: EVERY_VERSION, opencode: EVERY_VERSION };

/** What tools give back that is made of more than one sort of thing. */
export const mixedResultScenarios: FreshScenarios = {
  'mixed parts of tool servers': {
    agents: GEMINI_AND_OPENCODE,
    files: { 'mix.mjs': SERVER },
    steps: [
      ...Object.keys(RESULTS).map(mcp),
      [{ say: 'Twice.' }, mcp('mixed'), mcp('failure')],
      { say: 'Seen.' },
      { say: 'Still.' },
    ],
    turns: [{ prompt: 'begin', mcpServers }, resumed('go on', { mcpServers })],
  },
  'half characters in outputs': {
    agents: GEMINI_AND_OPENCODE,
    steps: [
      { run: "printf 'a\\355\\240\\275b\\n'" },
      { run: "printf '\\r\\n\\r\\r\\n'" },
      { run: "printf 'x\\r\\n\\342\\200\\215y \\360\\237\\221\\251\\342\\200\\215'" },
      { run: "printf '\\360\\237\\221'; exit 2" },
      { run: "printf '\\033[2K\\033[1Gover\\b\\bwrite\\rtop\\n'" },
      { say: 'Seen.' },
    ],
  },
};
