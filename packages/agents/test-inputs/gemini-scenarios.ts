import type { FinishedTurn, Scenario } from '@dragoman/testkit';

/** What the model does, and what is unusual about the run. One turn, unless it says otherwise. */
export interface GeminiScenario extends Partial<Omit<Scenario, 'agent' | 'script'>> {
  readonly steps: Scenario['script']['steps'];
  /** The latest first. */
  readonly versions: readonly string[];
  /** How often the model is asked and answers, over all turns that come to an end. */
  readonly answers: number;
}

const LATEST = '0.61.0';
/** The first generation of files with a line for each message. */
const EARLIER = '0.40.1';

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

const tool = (name: string, args: Record<string, unknown>) => ({ tool: { name, arguments: args } });
const plan = (...statuses: string[]) =>
  tool('write_todos', {
    todos: statuses.map((status, index) => ({ description: `step ${index}`, status })),
  });
const resumed = (prompt: string) => (before: readonly FinishedTurn[]) => ({
  prompt,
  resume: sessionIdIn(before[0]),
});

// Each run takes seconds, so each does much.
export const geminiScenarios: Readonly<Record<string, GeminiScenario>> = {
  'three turns, one of them interrupted': {
    versions: [LATEST],
    answers: 4,
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
    versions: [LATEST, EARLIER],
    answers: 15,
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
    versions: [LATEST],
    answers: 4,
    steps: [
      tool('invoke_agent', { agent_name: 'generalist', prompt: 'Count to two.' }),
      { run: 'echo 1 2' },
      tool('complete_task', { result: { response: 'one two' } }),
      [{ say: 'It counted.' }, { run: 'echo 3' }],
      { fault: { status: 400, message: 'No more.' } },
    ],
  },
};

/** The id of the session that a turn was about. */
export function sessionIdIn(turn: FinishedTurn | undefined): string {
  return /"session_id":"([^"]+)"/.exec(turn?.stdout ?? '')?.[1] ?? '';
}
