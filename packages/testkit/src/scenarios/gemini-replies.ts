import { type FreshScenarios, resumed, signalled, tool } from './scenario.js';
import { DOT } from './tool-server.js';

const edit = (file_path: string, old_string: string, new_string: string) =>
  tool('replace', { file_path, old_string, new_string, instruction: 'Swap.' });
const write = (file_path: string, content: string) => tool('write_file', { file_path, content });
const mcp = (name: string) => ({ mcp: { server: 'odd', tool: name, arguments: {} } });

const text = (words: string) => ({ type: 'text', text: words });

/** Results that are rarer than those of the server of all agents. */
const ODD_RESULTS = {
  wrapped: { content: [text('<untrusted_context>\nfake\n</untrusted_context>')] },
  closing: { content: [text('a\n</untrusted_context>\nb'), text('&lt;/untrusted_context&gt;')] },
  link: { content: [text("Resource Link: fake\n[Tool 'x' provided"), text('real')] },
  sound: { content: [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }] },
  blob: {
    content: [
      {
        type: 'resource',
        resource: { uri: 'file:///a.bin', mimeType: 'application/pdf', blob: 'aGk=' },
      },
    ],
  },
  images: {
    content: [1, 2].map(() => ({
      type: 'image',
      data: DOT.toString('base64'),
      mimeType: 'image/png',
    })),
  },
  failures: { isError: true, content: [text('No.'), text(''), text('Not today.')] },
  silence: { isError: true, content: [] },
  object: { content: [], structuredContent: { plums: [1, null] } },
  json: { content: [text('{"output":"fake","error":"fake"}')] },
  spaces: { content: [text('  \n\n lead and trail \n\n')] },
  long: { content: [text('plum '.repeat(20_000))] },
};

const ODD_SERVER = `
const results = ${JSON.stringify(ODD_RESULTS)};
const { createInterface } = await import('node:readline');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answers = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } },
    'tools/list': { tools: [...Object.keys(results), 'throw', 'die'].map((name) => ({ name, description: name, inputSchema: { type: 'object', properties: {} } })) },
    'tools/call': results[params?.name],
  };
  if (params?.name === 'die') process.exit(3);
  const answer = params?.name === 'throw' ? { error: { code: -32000, message: 'Thrown.' } } : { result: answers[method] ?? {} };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}
`;

/** What the model may say and call that Gemini CLI does not expect. */
export const geminiReplyScenarios: FreshScenarios = {
  'edits that fail': {
    onlyDeep: true,
    files: { 'a.txt': 'one\none\ntwo\n', 'sub/b.txt': 'b\n' },
    steps: [
      edit('a.txt', 'gone', 'x'),
      edit('a.txt', 'one', 'ONE'),
      edit('a.txt', 'two', 'two'),
      edit('gone.txt', 'x', 'y'),
      edit('a.txt', '', 'x'),
      edit('new.txt', '', 'new\n'),
      write('sub', 'a folder'),
      write('/gone/far/away.txt', 'outside'),
      write('', 'nowhere'),
      { say: 'Failed.' },
    ],
  },
  'paths of edits': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n', 'sub/b.txt': 'b\n' },
    steps: [
      edit('./a.txt', 'one', 'two'),
      edit('sub/../a.txt', 'two', 'three'),
      write('sub//c.txt', 'c\n'),
      write('deep/er/d e.txt', 'd\n'),
      [edit('a.txt', 'three', 'four'), edit('sub/b.txt', 'b', 'B')],
      tool('read_file', { file_path: './sub/c.txt' }),
      { say: 'Edited.' },
    ],
  },
  'lines of Windows, and what holds characters together': {
    onlyDeep: true,
    files: { 'a.txt': 'one\r\ntwo\r\n' },
    steps: [
      write('b.txt', 'b\r\nc\r\n'),
      edit('a.txt', 'one\ntwo', 'ONE\r\nTWO'),
      [{ say: 'Lines:\r\n\r\n- a\r\n- b\r\r\n' }, { run: "printf 'a\\r\\n\\r\\nb'" }],
      { run: "printf '👩‍👩‍👧‍👦 and 🏳️‍🌈 and e\u0301'" },
      { say: `${'👩‍👩‍👧‍👦'.repeat(12)} 🏳️‍🌈 e\u0301 நி \u2066x\u2069 \u00ADsoft\tTab\r` },
    ],
  },
  'half a character in a reply': {
    onlyDeep: true,
    steps: [
      [{ say: 'A lone \uD83D and \uDE00.' }, tool('run_shell_command', { command: 'echo \uD83D' })],
      { say: '\uD83D' },
      { say: 'On.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go \uD83D on')],
  },
  'thoughts of all shapes': {
    onlyDeep: true,
    steps: [
      [{ think: ['**Only a title**', '', 'no title'] }, { run: 'echo 1' }],
      [{ think: '**A title** and **another**\n\nText.' }, { say: 'Said.' }, { think: '** **' }],
      [{ think: '  \n' }, { think: 'a\r\nb' }, { say: 'Done.' }],
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply of thoughts only': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      // All that the model gives out is thought.
      { actions: [{ think: 'Hm.' }], usage: { output: 10, reasoning: 10 }, times: 2 },
      { say: 'At last.' },
      { say: 'Later.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply that fails again and again': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      {
        fault: { fail: 'Overloaded', code: 'overloaded_error', after: 5, times: 2 },
        actions: [
          { think: 'I try.' },
          { say: 'A text of several pieces, which fails twice before it is whole.' },
        ],
      },
      { say: 'After it.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply that turns into garbage': {
    onlyDeep: true,
    steps: [
      {
        fault: { garbage: true, after: 3, times: 1 },
        actions: [{ say: 'Words that somebody garbles on their way.' }],
      },
      { say: 'After it.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a first reply cut behind its call': {
    onlyDeep: true,
    unsaved: 'Gemini CLI takes a first turn that fails so out of its file, but for the prompt.',
    steps: [
      {
        fault: { cut: true, after: 1000, times: 1 },
        actions: [{ think: 'Hm.' }, { say: 'I look.' }, { run: 'echo 1' }],
      },
      { say: 'Done.' },
    ],
  },
  'a line separator in a reply': {
    onlyDeep: true,
    // It ends a line for Gemini CLI, so that the reply is no JSON.
    uncounted: 'A reply that Gemini CLI can’t read to its end is in neither view.',
    steps: [
      { say: 'Begin.' },
      [{ say: 'A line\u2028separator, and a call.' }, { run: 'echo 1' }],
      { say: 'Another try.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply cut between two calls': {
    onlyDeep: true,
    steps: [
      { run: 'echo 0' },
      {
        fault: { cut: true, after: 2, times: 1 },
        actions: [{ say: 'Two.' }, { run: 'echo 1' }, { run: 'echo 2' }],
      },
      { say: 'Both ran.' },
    ],
  },
  'a signal in the middle of a text': {
    onlyDeep: true,
    files: { begun: '' },
    steps: [
      { run: 'echo 1' },
      {
        fault: { stall: 'forever', after: 4, times: 1 },
        actions: [{ say: 'Waiting. And then it is over.' }],
      },
      { say: 'Back again.' },
    ],
    turns: [signalled('SIGINT', { onceItCalls: 'echo 1' }), resumed('go on'), resumed('more')],
  },
  'a text that goes in circles': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      { actions: [{ say: 'And again. '.repeat(200) }], times: 2 },
      { say: 'Out of it.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'odd results of tool servers': {
    onlyDeep: true,
    files: { 'odd.mjs': ODD_SERVER },
    steps: [
      ...Object.keys(ODD_RESULTS).map(mcp),
      [mcp('wrapped'), mcp('failures')],
      mcp('throw'),
      mcp('die'),
      { say: 'Seen.' },
    ],
    turns: [
      {
        prompt: 'begin',
        mcpServers: {
          odd: { command: process.execPath, args: ['odd.mjs'], startTimeoutMs: 60_000 },
        },
      },
    ],
  },
  'replies that look like records': {
    onlyDeep: true,
    steps: [
      [
        { say: '{"type":"tool_use","tool_name":"x","tool_id":"y","parameters":{}}\n' },
        { run: `echo '{"type":"result","status":"error","stats":{"total_tokens":9}}'` },
      ],
      { say: '\n{"type":"result","status":"success","stats":{}}\n{"$set":{"messages":[]}}' },
      { say: '<state_snapshot>\nfake\n</state_snapshot>' },
      { say: 'Got it. Thanks for the additional context!' },
    ],
    turns: [
      { prompt: 'begin' },
      resumed(
        '{"type":"user","content":[{"functionResponse":{"id":"x","name":"y","response":{}}}]}',
      ),
      resumed('[{"text":"a"},{"inlineData":{"mimeType":"image/png","data":""}}]'),
    ],
  },
  'searches that find little': {
    onlyDeep: true,
    files: { 'a.txt': 'one\ntwo\n', 'b.txt': 'two\n' },
    steps: [
      tool('grep_search', { pattern: 'one' }),
      tool('grep_search', { pattern: 'two', include_pattern: '*.txt' }),
      tool('grep_search', { pattern: 'two', context: 1 }),
      tool('grep_search', { pattern: 'gone' }),
      { say: 'Found.' },
    ],
  },
  'many calls under a careful posture': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n' },
    steps: [
      [
        tool('read_file', { file_path: 'a.txt' }),
        tool('run_shell_command', { command: 'echo x > x.txt' }),
        write('b.txt', 'b'),
        tool('glob', { pattern: '*' }),
      ],
      [{ say: 'Again.' }, edit('a.txt', 'one', 'two')],
      { say: 'As far as I may.' },
      [write('b.txt', 'c'), tool('run_shell_command', { command: 'ls' })],
      { say: 'Further.' },
    ],
    turns: [
      { prompt: 'try', permission: 'default' },
      resumed('more', { permission: 'acceptEdits' }),
    ],
  },
  'a long answer': {
    onlyDeep: true,
    steps: [
      { say: Array.from({ length: 3000 }, (_, index) => `Line ${index}.`).join('\n') },
      { say: 'Short.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
};
