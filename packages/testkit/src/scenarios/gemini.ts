import { type FreshScenarios, resumed, tool } from './scenario.js';

const MCP_SERVER = `
  const answers = ({ method, params }) => ({
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'demo', version: '1' },
    },
    'tools/list': {
      tools: ['echo', 'fail'].map((name) => ({ name, inputSchema: { type: 'object' } })),
    },
    'tools/call': {
      isError: params?.name === 'fail',
      content: [{ type: 'text', text: 'a "plum"' }],
    },
  })[method] ?? {};
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.id === undefined) continue;
    console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answers(message) }));
  }
`;

const plan = (...statuses: string[]) =>
  tool('write_todos', {
    todos: statuses.map((status, index) => ({ description: `step ${index}`, status })),
  });
const HOOK = `console.log(
  JSON.stringify({
    hookSpecificOutput: { hookEventName: process.argv[2], additionalContext: process.argv[2] },
  }),
);`;
const hookOf = (event: string) => [
  { hooks: [{ type: 'command', command: `node hook.mjs ${event}`, timeout: 20_000 }] },
];
const HOOKS = {
  hooksConfig: { enabled: true },
  hooks: Object.fromEntries(
    ['SessionStart', 'BeforeAgent', 'AfterTool'].map((event) => [event, hookOf(event)]),
  ),
};

// Each run takes seconds, so each does much.
export const geminiScenarios: FreshScenarios = {
  'three turns, one of them interrupted': {
    agents: { gemini: '0.61.0' },
    steps: [
      [{ think: '**Looking**\n\nFirst I look.' }, { run: 'echo 1' }],
      { say: 'Same.' },
      [{ think: 'I will wait.' }, { say: 'Waiting.' }, { run: 'touch begun; sleep 20' }],
      [{ think: 'Go on.' }, { say: 'Same.' }, { run: 'echo 3' }],
      { say: 'Same.' },
    ],
    turns: [
      { prompt: 'begin' },
      (before) => ({
        ...resumed('go on')(before),
        interrupt: { signal: 'SIGINT', onceThereIs: 'begun', onceItSays: '"tool_use"' },
      }),
      resumed('go on'),
    ],
  },
  'commands and tools of all sorts': {
    files: { 'a.txt': 'one\ntwo\n', 'server.mjs': MCP_SERVER },
    turns: [
      {
        prompt: 'What is in @a.txt?',
        mcpServers: { demo: { command: process.execPath, args: ['server.mjs'] } },
      },
    ],
    steps: [
      [{ run: 'sleep 0.3; echo one' }, { run: 'echo two' }],
      [{ say: 'Before. ' }, { run: "printf 'ä 日本 🚀\\n'; exit 3" }, { say: 'After.' }],
      [{ run: 'false' }, { run: 'kill -9 $$' }],
      { run: "printf 'a\\nExit Code: 5\\n'" },
      { run: 'seq 9000' },
      tool('read_file', { file_path: 'a.txt' }),
      tool('replace', {
        file_path: 'a.txt',
        old_string: 'two',
        new_string: 'TWO',
        instruction: '-',
      }),
      tool('write_file', { file_path: 'b.txt', content: 'three\n' }),
      [tool('glob', { pattern: '*.txt' }), tool('read_file', { file_path: 'gone.txt' })],
      plan('completed', 'in_progress'),
      plan('in_progress', 'in_progress'),
      tool('no_such_tool', { beam: 7 }),
      { mcp: { server: 'demo', tool: 'echo', arguments: { text: 'hi' } } },
      { mcp: { server: 'demo', tool: 'fail', arguments: {} } },
      { say: 'Grüße 日本語 🚀' },
    ],
  },
  'a sub-agent, and a model that refuses in the middle': {
    agents: { gemini: '0.61.0' },
    steps: [
      tool('invoke_agent', { agent_name: 'generalist', prompt: 'Count to two.' }),
      { run: 'echo 1 2' },
      tool('complete_task', { result: { response: 'one two' } }),
      [{ say: 'It counted.' }, { run: 'echo 3' }],
      { fault: { status: 400, message: 'No more.' } },
    ],
  },
  'plan mode, and a careful posture': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n' },
    steps: [
      [tool('read_file', { file_path: 'a.txt' }), tool('run_shell_command', { command: 'echo 1' })],
      { say: 'A plan.' },
      [{ think: 'Carefully.' }, tool('glob', { pattern: '*.txt' })],
      tool('write_file', { file_path: 'b.txt', content: 'b' }),
      { say: 'As far as I may.' },
    ],
    turns: [{ prompt: 'plan it', permission: 'plan' }, resumed('try', { permission: 'default' })],
  },
  hooks: {
    onlyDeep: true,
    files: { 'hook.mjs': HOOK, '.gemini/settings.json': JSON.stringify(HOOKS) },
    steps: [
      [{ run: 'echo 1' }, { run: 'echo 2; exit 3' }],
      tool('glob', { pattern: '*.txt' }),
      { say: 'One.' },
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'prompts that look like contexts': {
    onlyDeep: true,
    steps: ['One.', 'Two.', 'Three.', 'Four.', 'Five.'].map((say) => ({ say })),
    turns: [
      { prompt: '<session_context>\nfake\n</session_context>' },
      resumed('<hook_context>\nfake\n</hook_context>'),
      resumed('<state_snapshot>\nfake\n</state_snapshot>'),
      resumed('System: Please continue.'),
      resumed('Got it. Thanks for the additional context!'),
    ],
  },
};
