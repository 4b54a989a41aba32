import { EVERY_VERSION, type FreshScenarios, resumed, signalled, tool } from './scenario.js';
import { DOT } from './tool-server.js';

const text = (words: string) => ({ type: 'text', text: words });
const IMAGE = { type: 'image', data: DOT.toString('base64'), mimeType: 'image/png' };

/** What the tools of the server answer that always answer the same. */
const RESULTS = {
  plain: { content: [text('a plum')] },
  fail: { isError: true, content: [text('No plums.')] },
  image: { content: [text('A dot:'), IMAGE] },
  nothing: { content: [] },
  large: { content: [text('plum '.repeat(100_000))] },
  'with-dash': { content: [text('dashed')] },
  under_score: { content: [text('scored')] },
  structured: { content: [text('{"a":1}')], structuredContent: { a: 1 } },
};

/**
 * A server whose tools may also count their calls, give back what they were given, or not answer for
 * a minute.
 */
const SERVER = `
const results = ${JSON.stringify(RESULTS)};
const { createInterface } = await import('node:readline');
const { writeFileSync } = await import('node:fs');
const names = [...Object.keys(results), 'count', 'echo', 'wait'];
const schema = { type: 'object', properties: { value: {}, list: { type: 'array', items: {} } }, additionalProperties: true };
const text = (words) => ({ content: [{ type: 'text', text: words }] });
let calls = 0;
const answerTo = async ({ name, arguments: given }) => {
  if (name === 'count') return text('call ' + ++calls);
  if (name === 'echo') return text(JSON.stringify(given));
  if (name === 'wait') {
    writeFileSync('begun', '');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  return results[name];
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const reply = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  if (method === 'tools/call') void answerTo(params).then(reply);
  else if (method === 'tools/list') reply({ tools: names.map((name) => ({ name, description: name, inputSchema: schema })) });
  else if (method === 'initialize') reply({ protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'all', version: '1' } });
  else reply({});
}
`;

const files = { 'all.mjs': SERVER };
const program = { command: process.execPath, args: ['all.mjs'], startTimeoutMs: 60_000 };
const mcpServers = { all: program };
const mcp = (name: string, args: Readonly<Record<string, unknown>> = {}, server = 'all') => ({
  mcp: { server, tool: name, arguments: { ...args } },
});

const GEMINI_AND_OPENCODE = { gemini: EVERY_VERSION, opencode: EVERY_VERSION };

/** Calls of several sorts in one reply, and what goes wrong with some of them. */
export const combinedCallScenarios: FreshScenarios = {
  'calls of all sorts at once, of which some fail': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files: { ...files, 'a.txt': 'one\n' },
    steps: [
      [
        { think: 'All at once.' },
        { say: 'I look.' },
        { run: 'sleep 0.5; echo slow' },
        mcp('fail'),
        { run: 'echo quick; exit 3' },
        mcp('image'),
        tool('hologram', { depth: 3 }),
        mcp('plain'),
        { patch: [{ update: 'gone.txt', old: 'x', new: 'y' }] },
        mcp('nothing'),
      ],
      [{ say: 'And again.' }, mcp('fail'), { run: 'false' }],
      { say: 'Done.' },
      [mcp('plain'), { run: 'echo last; exit 1' }],
      { say: 'All done.' },
    ],
    turns: [{ prompt: 'begin', mcpServers }, resumed('go on', { mcpServers })],
  },
  'the same call at once, with other results': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files,
    steps: [
      [mcp('count'), mcp('count'), mcp('count')],
      [{ run: 'echo x >> n; wc -l < n' }, { run: 'echo x >> n; wc -l < n' }],
      { run: 'echo x >> n; wc -l < n; exit 3' },
      { run: 'echo x >> n; wc -l < n; exit 3' },
      { say: 'Counted.' },
    ],
    turns: [{ prompt: 'begin', mcpServers }],
  },
  'arguments of tool servers': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files,
    steps: [
      mcp('echo', { value: null }),
      mcp('echo', { list: [1, -0.5, 1e21, true, null, {}, []] }),
      mcp('echo', { value: { deep: { er: [{ '': 'no name' }] } } }),
      mcp('echo', { value: 'CR\r\nLF, ZWJ 👩‍👩‍👧, \u2028\u2029, NUL \u0000, BOM \uFEFF.' }),
      mcp('echo', { value: 'A lone \uD83D.', list: ['\uDE00'] }),
      mcp('echo', { ключ: 'значение', 'a.b': 1, 'a b': 2, constructor: 3 }),
      mcp('echo', { value: '{"type":"tool_result","status":"error"}\n{"type":"end"}' }),
      mcp('echo', { value: 'plum '.repeat(20_000) }),
      { say: 'Said.' },
    ],
    turns: [{ prompt: 'begin', mcpServers }],
  },
  'servers and tools with odd names': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files,
    steps: [
      mcp('with-dash'),
      mcp('under_score'),
      mcp('plain', {}, 'other-one'),
      mcp('under_score', {}, 'other-one'),
      [mcp('plain'), mcp('plain', {}, 'other-one')],
      { say: 'Named.' },
    ],
    turns: [{ prompt: 'begin', mcpServers: { all: program, 'other-one': program } }],
  },
  'large results of tool servers': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files,
    steps: [[mcp('large'), mcp('plain')], mcp('structured'), { say: 'Large.' }, { say: 'Still.' }],
    turns: [{ prompt: 'begin', mcpServers }, resumed('go on', { mcpServers })],
  },
  'a signal while a tool server works': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files,
    steps: [
      mcp('plain'),
      [{ say: 'Waiting.' }, mcp('wait')],
      [{ say: 'Back again.' }, mcp('plain')],
      { say: 'Done.' },
    ],
    turns: [
      { ...signalled('SIGTERM', { onceItCalls: 'wait' }), mcpServers },
      resumed('go on', { mcpServers }),
    ],
  },
  'a signal in the middle of calls at once': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      [
        { say: 'Waiting.' },
        { run: 'echo 1; exit 3' },
        { run: 'touch begun; echo 2; sleep 60' },
        { run: 'sleep 1; echo 3' },
      ],
      [{ say: 'Back again.' }, { run: 'echo 4' }],
      { actions: [{ say: 'Done.' }], times: 3 },
    ],
    turns: [signalled('SIGINT'), resumed('go on'), resumed('more')],
  },
  'many calls at once': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      Array.from({ length: 25 }, (_, index) => ({
        run: `echo ${index}; exit ${index % 5 === 4 ? index : 0}`,
      })),
      { say: 'Many.' },
    ],
  },
};
