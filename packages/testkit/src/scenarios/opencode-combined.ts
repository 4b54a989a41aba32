import { subAgent } from './opencode-only.js';
import { type FreshScenarios, forked, resumed, signalled, tool, WAIT } from './scenario.js';
import { mcp, toolServer } from './tool-server.js';

const mcpServers = toolServer.servers;
/** A compaction comes before the next reply. */
const FULL = { input: 990_000, cached: 0 };

/** What OpenCode can be brought to do, several of it in one session. */
export const opencodeCombinedScenarios: FreshScenarios = {
  'a sub-agent whose tools fail': {
    onlyDeep: true,
    files: toolServer.files,
    steps: [
      [{ say: 'I ask.' }, subAgent('Count.'), { run: 'echo beside; exit 3' }],
      [{ run: 'echo 1; exit 5' }, tool('hologram', { depth: 3 }), mcp('fail')],
      [tool('bash', { command: 5 }), tool('read', { filePath: 'gone.txt' })],
      { say: 'None.' },
      { actions: [{ say: 'It failed.' }], times: 3 },
    ],
    turns: [{ prompt: 'begin', mcpServers }, resumed('go on', { mcpServers })],
  },
  'sub-agents at once, of which one fails': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, subAgent('Count.'), subAgent('Count again.'), tool('hologram')],
      { fault: { status: 400, message: 'Bad words', times: 1 }, actions: [{ run: 'echo sub' }] },
      { actions: [{ say: 'One.' }], times: 5 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'four resumes, and a compaction between': {
    onlyDeep: true,
    steps: [
      [{ think: 'One.' }, { say: 'Same.' }, { run: 'echo 1; exit 3' }],
      { say: 'Same.' },
      { say: 'Two.' },
      { actions: [{ say: 'Three.' }, { run: 'echo 3' }], usage: FULL },
      { say: 'A summary.' },
      { say: 'Same.' },
      [{ say: 'Four.' }, { run: 'echo 4; exit 4' }],
      { actions: [{ say: 'Five.' }], times: 4 },
    ],
    turns: [
      { prompt: 'begin' },
      resumed('two'),
      resumed('three'),
      resumed('four'),
      resumed('five'),
    ],
  },
  'a compaction whose reply is cut': {
    onlyDeep: true,
    steps: [
      { actions: [{ say: 'One.' }, { run: 'echo 1' }], usage: FULL },
      {
        fault: { cut: true, after: 4, times: 1 },
        actions: [{ say: 'A summary that is cut, and then is not.' }],
      },
      { actions: [{ say: 'Done.' }], times: 4 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a fork of an interrupted session, and one of that': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1; exit 3' },
      { say: 'One.' },
      WAIT,
      [{ say: 'Elsewhere.' }, { run: 'echo 3' }],
      { actions: [{ say: 'Done.' }], times: 4 },
    ],
    turns: [
      { prompt: 'begin' },
      (before) => {
        const { prompt, ...turn } = signalled('SIGTERM');
        return resumed(prompt, turn)(before);
      },
      forked('elsewhere'),
      (before) => ({ prompt: 'further', fork: before[2]?.sessionId ?? '' }),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'another provider at each resume': {
    onlyDeep: true,
    steps: [
      [{ think: 'One.' }, { say: 'Look.' }, { run: 'echo 1; exit 3' }],
      { say: 'One.' },
      [{ think: 'Two.' }, { run: 'echo 2' }, { run: 'exit 2' }],
      { say: 'Two.' },
      [{ think: 'Three.' }, { say: 'Look.' }, { run: 'echo 3' }],
      { say: 'Three.' },
      { say: 'Four.' },
    ],
    turns: [
      { prompt: 'begin' },
      resumed('go on', { model: 'google/gemini-2.5-pro' }),
      resumed('and on', { model: 'openai/gpt-5' }),
      resumed('the last', { model: 'anthropic/claude-sonnet-4-5' }),
    ],
  },
  'breaks of a model of Google': {
    onlyDeep: true,
    steps: [
      [{ think: 'One.' }, { say: 'Look.' }, { run: 'echo 1' }],
      {
        fault: { cut: true, after: 3, times: 1 },
        actions: [
          { think: 'Two.' },
          { say: 'A text that is cut in its middle.' },
          { run: 'exit 2' },
        ],
      },
      { fault: { status: 503, message: 'Not now', times: 1 }, actions: [{ say: 'Three.' }] },
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      { actions: [{ say: 'Four.' }], times: 3 },
    ],
    turns: [
      { prompt: 'begin', model: 'google/gemini-2.5-pro' },
      resumed('go on', { model: 'google/gemini-2.5-pro' }),
      resumed('and on', { model: 'google/gemini-2.5-pro' }),
    ],
  },
  'breaks of a model of OpenAI': {
    onlyDeep: true,
    steps: [
      [{ think: 'One.' }, { say: 'Look.' }, { run: 'echo 1' }],
      {
        fault: { cut: true, after: 8, times: 1 },
        actions: [
          { think: 'Two.' },
          { say: 'A text that is cut in its middle.' },
          { run: 'exit 2' },
        ],
      },
      { fault: { status: 503, message: 'Not now', times: 1 }, actions: [{ say: 'Three.' }] },
      {
        fault: { fail: 'Overloaded', code: 'server_error', after: 4, times: 1 },
        actions: [{ say: 'Four.' }],
      },
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      { actions: [{ say: 'Five.' }], times: 3 },
    ],
    turns: [
      { prompt: 'begin', model: 'openai/gpt-5' },
      resumed('go on', { model: 'openai/gpt-5' }),
      resumed('and on', { model: 'openai/gpt-5' }),
    ],
  },
  'plans of all sorts': {
    onlyDeep: true,
    steps: [
      tool('todowrite', { todos: [] }),
      tool('todowrite', {
        todos: ['pending', 'in_progress', 'completed', 'cancelled', 'unheard'].map(
          (status, index) => ({
            content: `CR\r\nLF ${status}`,
            status,
            priority: 'high',
            id: `${index}`,
          }),
        ),
      }),
      tool('todowrite', { todos: [{ content: '', status: 'pending', priority: 'low', id: '1' }] }),
      tool('todowrite', { todos: [{ content: 'no status' }] }),
      tool('todoread'),
      { say: 'Planned.' },
    ],
  },
  'questions, and tools that are not for now': {
    onlyDeep: true,
    steps: [
      tool('question', {
        questions: [
          { question: 'Ripe?', header: 'Ripe', options: [{ label: 'Yes', description: 'It is.' }] },
        ],
      }),
      { actions: [tool('webfetch', { url: 'http://127.0.0.1:9/plum', format: 'text' })] },
      tool('webfetch', { url: 'no address', format: 'text' }),
      tool('plan_exit'),
      tool('lsp', { operation: 'hover', filePath: 'a.txt', line: 1, character: 1 }),
      { actions: [{ say: 'Asked.' }], times: 3 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a plugin, retries and failures': {
    onlyDeep: true,
    files: {
      ...toolServer.files,
      '.opencode/package-lock.json': JSON.stringify({
        packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
      }),
      '.opencode/node_modules/.keep': '',
      '.opencode/plugin/plums.js': `export const Plums = async () => ({
  'chat.message': async (_input, output) => {
    for (const part of output.parts) if (part.type === 'text') part.text += ' Plugged.';
  },
  'tool.execute.before': async (_input, output) => {
    if (output.args.command === 'echo refuse') throw new Error('No plums.');
  },
  'tool.execute.after': async (_input, output) => { output.output += ' Seen.'; output.title = 'Seen'; },
  'experimental.text.complete': async (_input, output) => { output.text += ' Said.'; },
});
`,
    },
    steps: [
      [
        { say: 'Look.' },
        { run: 'echo 1; exit 3' },
        { run: 'echo refuse' },
        mcp('fail'),
        mcp('image'),
      ],
      {
        fault: { cut: true, after: 6, times: 1 },
        actions: [{ say: 'A text that is cut, and then is not.' }, mcp('nothing')],
      },
      { say: 'Plugged.' },
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      { actions: [{ say: 'Again.' }], times: 2 },
    ],
    turns: [
      { prompt: 'begin', typed: ['begin Plugged.'], mcpServers },
      resumed('go on', { mcpServers }),
      resumed('and on', { mcpServers }),
    ],
  },
};
