import { type FreshScenarios, forked, resumed, subAgent, tool } from './scenario.js';
import { DOT, mcp, mixedToolServer } from './tool-server.js';

/** Calls that are seldom made, and odd texts in their results. */
export const claudeToolScenarios: FreshScenarios = {
  'edits of one file at once, and of files that are gone': {
    onlyDeep: true,
    files: { 'a.txt': 'one\r\ntwo 👩‍👩‍👧\r\n', 'b.txt': 'b\n' },
    steps: [
      [tool('Read', { file_path: 'a.txt' }), tool('Read', { file_path: 'b.txt' })],
      [
        tool('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'ONE' }),
        tool('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
        tool('Edit', { file_path: 'a.txt', old_string: 'gone', new_string: 'x' }),
        { run: 'mv a.txt c.txt; rm b.txt' },
        tool('Edit', { file_path: 'b.txt', old_string: 'b', new_string: 'B' }),
        tool('Write', { file_path: 'c.txt', content: 'not read\n' }),
      ],
      tool('MultiEdit', { file_path: 'c.txt', edits: [{ old_string: 'ONE', new_string: '1' }] }),
      tool('Edit', { file_path: 'c.txt', old_string: 'ONE', new_string: 'ONE' }),
      { run: 'cat c.txt' },
      { say: 'Edited.' },
    ],
  },
  'a plan that is shown, and a question': {
    onlyDeep: true,
    steps: [
      [{ think: 'Plan.' }, { say: 'I plan.' }, tool('ExitPlanMode', { plan: '1. Look\n2. Fix' })],
      tool('EnterPlanMode', {}),
      tool('AskUserQuestion', {
        questions: [
          {
            question: 'Which?',
            header: 'Which',
            multiSelect: false,
            options: [
              { label: 'A', description: 'a' },
              { label: 'B', description: 'b' },
            ],
          },
        ],
      }),
      { say: 'Planned.' },
      { say: 'Done.' },
    ],
    turns: [{ prompt: 'plan it', permission: 'plan' }, resumed('do it', { permission: 'bypass' })],
  },
  'odd text in files': {
    onlyDeep: true,
    files: {
      'odd.txt': 'CR\r\nLF\rCR, ZWJ 👩‍👩‍👧, \u202Eabc\u202C\u0000, \uFEFF\u2028.\n',
      'broken.txt': new Uint8Array([0x61, 0xff, 0xfe, 0xed, 0xa0, 0xbd, 0x62, 0x0a]),
    },
    steps: [
      tool('Read', { file_path: 'odd.txt' }),
      tool('Read', { file_path: 'broken.txt' }),
      tool('Grep', { pattern: 'CR', output_mode: 'content' }),
      tool('Write', { file_path: 'out.txt', content: 'a lone \uD83D\r\n' }),
      { run: 'cat odd.txt broken.txt; printf "\\xed\\xa0\\xbd" >&2' },
      { run: 'printf "\\\\ud83d \\ud83d"' },
      { say: '\u001b[31mred\u001b[0m \u2028 \uFEFF' },
    ],
  },
  'a schema that is not followed at first, a resume and a fork': {
    agents: { claude: '2.0.45' },
    onlyDeep: true,
    steps: [
      [{ say: 'I count.' }, { run: 'echo 2' }],
      tool('StructuredOutput', { count: 'two' }),
      tool('StructuredOutput', { count: 2 }),
      { say: 'Two.' },
      { say: 'Three.' },
      { say: 'Four.' },
    ],
    turns: [
      {
        prompt: 'Count.',
        outputSchema: {
          type: 'object',
          properties: { count: { type: 'number' } },
          required: ['count'],
          additionalProperties: false,
        },
      },
      resumed('go on'),
      forked('elsewhere'),
    ],
  },
  'images in prompts, of a tool and of a tool server': {
    onlyDeep: true,
    files: { 'dot.png': DOT, ...mixedToolServer.files },
    steps: [
      [{ say: 'I look.' }, tool('Read', { file_path: 'dot.png' }), mcp('two-images')],
      { say: 'Dots.' },
      tool('Read', { file_path: 'dot.png' }),
      { say: 'Dots again.' },
    ],
    turns: [
      { prompt: 'What?', images: ['dot.png', 'dot.png'], mcpServers: mixedToolServer.servers },
      resumed('Sure?', { images: ['dot.png'] }),
    ],
  },
  'a search of the web': {
    onlyDeep: true,
    steps: [tool('WebSearch', { query: 'ripe plums' }), { actions: [{ say: 'Found.' }], times: 3 }],
  },
  'sub-agents of a sub-agent': {
    onlyDeep: true,
    steps: [
      subAgent('Count.'),
      [{ say: 'I ask on.' }, subAgent('Count deeper.')],
      { actions: [{ say: 'Done.' }], times: 6 },
    ],
  },
  'tasks one by one': {
    onlyDeep: true,
    steps: [
      [
        tool('TaskCreate', { subject: 'Look', description: 'Look at it', activeForm: 'Looking' }),
        tool('TaskCreate', { subject: 'Fix', description: 'Fix it', activeForm: 'Fixing' }),
      ],
      [
        tool('TaskUpdate', { taskId: '1', status: 'completed' }),
        tool('TaskUpdate', { taskId: '9', status: 'completed' }),
        tool('TaskList', {}),
      ],
      tool('TodoWrite', { todos: [{ content: 'x', status: 'pending', activeForm: 'xing' }] }),
      tool('TodoWrite', { todos: 'none' }),
      { say: 'Planned.' },
    ],
  },
};
