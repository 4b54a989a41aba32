import { EARLIER_HOOKS, earlierHooks, hooks, settings } from './gemini-prompts.js';
import { type FreshScenarios, resumed, signalled, tool, WAIT } from './scenario.js';
import { DOT, mcp, toolServer } from './tool-server.js';

const ask = (prompt: string) => tool('invoke_agent', { agent_name: 'generalist', prompt });
const done = (response: string) => tool('complete_task', { result: { response } });
const mcpServers = toolServer.servers;

/** Long enough to be compressed, and no loop. */
const LONG = Array.from({ length: 400 }, (_, index) => `word ${index}`).join(' ');
const COMPRESSES = settings({ model: { compressionThreshold: 0.0005 } });
/** Before, what comes behind a compression may be in a second file. */
const KEEPS_COMPRESSED = { gemini: '0.25.0' };

const CHANGE_INPUTS = `const { command, file_path } = input.tool_input;
if (command === "echo sour") return { hookSpecificOutput: { hookEventName: event, tool_input: { command: "echo sweet; exit 3" } } };
if (file_path === "a.txt") return { hookSpecificOutput: { hookEventName: event, tool_input: { file_path: "b.txt" } } };`;

const CHANGED_FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' };

const CHANGED_STEPS = [
  [{ say: 'Look.' }, { run: 'echo sour' }, { run: 'echo 1; exit 3' }],
  [tool('read_file', { file_path: 'a.txt' }), { run: 'echo sour' }],
  { run: 'echo same' },
  { say: 'Changed.' },
  { say: 'On.' },
];

/** What Gemini CLI can be brought to do, several of it in one session. */
export const geminiCombinedScenarios: FreshScenarios = {
  'a sub-agent whose tools fail': {
    onlyDeep: true,
    files: toolServer.files,
    steps: [
      [{ say: 'I ask.' }, ask('Count.'), { run: 'echo beside; exit 3' }],
      [{ run: 'echo 1; exit 5' }, tool('hologram', { depth: 3 }), mcp('fail')],
      tool('run_shell_command', { command: 5 }),
      tool('read_file', { file_path: 'gone.txt' }),
      done('none'),
      { actions: [{ say: 'It failed.' }], times: 3 },
    ],
    turns: [{ prompt: 'begin', mcpServers }, resumed('go on', { mcpServers })],
  },
  'a sub-agent beside calls that fail, then a resume': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, ask('Count.'), ask('Count.'), tool('hologram')],
      { fault: { status: 400, message: 'No more.', times: 1 }, actions: [done('one')], times: 1 },
      { actions: [done('two')], times: 1 },
      { actions: [{ say: 'One failed.' }], times: 4 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'four resumes, and a compression between': {
    onlyDeep: true,
    agents: KEEPS_COMPRESSED,
    files: COMPRESSES,
    steps: [
      [{ think: 'One.' }, { say: LONG }, { run: 'echo 1; exit 3' }],
      { say: 'One.' },
      { say: 'Two.' },
      { actions: [{ say: LONG }, { run: 'echo 3' }], usage: { input: 30_000 } },
      { say: 'Three.' },
      [{ say: 'Four.' }, { run: 'echo 4; exit 4' }],
      { actions: [{ say: 'Five.' }], times: 4 },
    ],
    turns: [{ prompt: LONG }, resumed('two'), resumed(LONG), resumed('four'), resumed('five')],
  },
  'a signal, then a compression': {
    onlyDeep: true,
    agents: KEEPS_COMPRESSED,
    files: COMPRESSES,
    steps: [
      { say: LONG },
      WAIT,
      { actions: [{ say: LONG }, { run: 'echo 3' }], usage: { input: 30_000 } },
      { actions: [{ say: 'Done.' }], times: 4 },
    ],
    turns: [
      { prompt: LONG },
      (before) => {
        const { prompt, ...turn } = signalled('SIGINT');
        return resumed(prompt, turn)(before);
      },
      resumed(LONG),
      resumed('more'),
    ],
  },
  'a compression whose reply fails': {
    onlyDeep: true,
    agents: KEEPS_COMPRESSED,
    files: COMPRESSES,
    steps: [
      { say: LONG },
      { actions: [{ say: 'Two.' }, { run: 'echo 2' }], usage: { input: 30_000 } },
      {
        fault: { cut: true, after: 3, times: 1 },
        actions: [{ say: 'A text that is cut, then not.' }],
      },
      { actions: [{ say: 'Done.' }], times: 4 },
    ],
    turns: [{ prompt: LONG }, resumed(LONG), resumed('more')],
  },
  'hooks, retries and failures': {
    onlyDeep: true,
    files: {
      ...hooks(
        `if (event === "BeforeTool") return JSON.stringify(input).includes("refuse") ? { decision: "deny", reason: "No plums." } : undefined;
return { systemMessage: "Of " + event, hookSpecificOutput: { hookEventName: event, additionalContext: "of " + event } };`,
        'SessionStart',
        'BeforeAgent',
        'BeforeTool',
        'AfterTool',
      ),
      ...toolServer.files,
    },
    steps: [
      [
        { run: 'echo 1; exit 3' },
        { run: 'echo refuse' },
        mcp('fail'),
        mcp('image'),
        mcp('nothing'),
      ],
      {
        fault: { cut: true, after: 3, times: 1 },
        actions: [{ say: 'A text that is cut, and then is not.' }, { run: 'kill -9 $$' }],
      },
      [tool('hologram'), tool('read_file', { file_path: 'gone.txt' })],
      { say: 'Hooked.' },
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      { actions: [{ say: 'Again.' }], times: 2 },
    ],
    turns: [
      { prompt: 'begin', mcpServers },
      resumed('go on', { mcpServers }),
      resumed('and on', { mcpServers }),
    ],
  },
  'hooks that change the input of calls': {
    onlyDeep: true,
    files: { ...hooks(CHANGE_INPUTS, 'BeforeTool'), ...CHANGED_FILES },
    steps: CHANGED_STEPS,
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'hooks that change the input of calls, in versions where they are an experiment': {
    onlyDeep: true,
    agents: EARLIER_HOOKS,
    files: { ...earlierHooks(CHANGE_INPUTS, 'BeforeTool'), ...CHANGED_FILES },
    steps: CHANGED_STEPS,
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a hook that fails, and one that says no JSON': {
    onlyDeep: true,
    files: {
      'bad.mjs':
        'console.log("{not JSON"); console.error("to stderr"); process.exit(Number(process.argv[2]));',
      ...settings({
        hooksConfig: { enabled: true },
        hooks: {
          BeforeAgent: [
            { hooks: [{ type: 'command', command: 'node bad.mjs 1', timeout: 20_000 }] },
          ],
          AfterTool: [{ hooks: [{ type: 'command', command: 'node bad.mjs 0', timeout: 20_000 }] }],
        },
      }),
    },
    steps: [{ run: 'echo 1' }, { run: 'echo 2; exit 3' }, { say: 'Hooked.' }, { say: 'On.' }],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'files of all sorts': {
    onlyDeep: true,
    files: {
      'dot.png': DOT,
      'data.bin': new Uint8Array([0, 1, 2, 255, 254, 0]),
      'crlf.txt': 'one\r\ntwo\r\n',
      'empty.txt': '',
      'half.txt': new Uint8Array([0x61, 0xed, 0xa0, 0xbd, 0x62, 0x0a]),
      'sub/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'sub/a.pdf': '%PDF-1.4\n%%EOF\n',
    },
    steps: [
      [tool('read_file', { file_path: 'dot.png' }), tool('read_file', { file_path: 'data.bin' })],
      [tool('read_file', { file_path: 'crlf.txt' }), tool('read_file', { file_path: 'empty.txt' })],
      [tool('read_file', { file_path: 'half.txt' }), tool('read_file', { file_path: 'sub' })],
      [
        tool('read_file', { file_path: 'sub/a.svg' }),
        tool('read_file', { file_path: 'sub/a.pdf' }),
      ],
      tool('read_many_files', { include: ['**/*'], paths: ['**/*'] }),
      tool('list_directory', { dir_path: 'gone', path: 'gone' }),
      { run: 'cat half.txt crlf.txt' },
      { say: 'Read.' },
    ],
  },
  'plans of all sorts': {
    onlyDeep: true,
    steps: [
      tool('write_todos', { todos: [] }),
      tool('write_todos', {
        todos: ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'].map((status) => ({
          description: `CR\r\nLF ${status}`,
          status,
        })),
      }),
      tool('write_todos', { todos: [{ description: '', status: 'pending' }] }),
      tool('write_todos', { todos: [{ description: 'x', status: 'unheard' }] }),
      tool('write_todos', { todos: [{ description: 'same', status: 'pending' }] }),
      tool('write_todos', { todos: [{ description: 'same', status: 'pending' }] }),
      { say: 'Planned.' },
    ],
  },
  'plan mode and back': {
    onlyDeep: true,
    steps: [
      tool('enter_plan_mode', { reason: 'To plan.' }),
      [tool('glob', { pattern: '*' }), tool('run_shell_command', { command: 'echo 1' })],
      tool('exit_plan_mode', { plan_filename: 'plan.md', plan_path: 'plan.md' }),
      { say: 'Planned.' },
      { say: 'On.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'sessions side by side': {
    onlyDeep: true,
    steps: ['One.', 'Two.', 'Three.', 'Four.'].map((say) => ({ say })),
    turns: [
      { prompt: 'first' },
      { prompt: 'second' },
      (before) => ({ prompt: 'the first goes on', resume: before[0]?.sessionId ?? '' }),
      (before) => ({ prompt: 'the second goes on', resume: before[1]?.sessionId ?? '' }),
    ],
  },
  'thoughts, words and calls of every order': {
    onlyDeep: true,
    steps: [
      [{ run: 'echo 1' }, { think: 'Late.' }, { say: 'Behind.' }],
      [{ say: 'A' }, { think: 'x' }, { say: 'B' }, { run: 'exit 2' }, { say: 'C' }, { think: 'y' }],
      [{ think: 'z' }, { run: 'echo 3' }, { run: 'echo 4' }, { say: ' ' }],
      [{ say: '\n' }, { run: 'echo 5' }],
      { say: 'Done.\n\n' },
      { say: '\n\nOn.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
};
