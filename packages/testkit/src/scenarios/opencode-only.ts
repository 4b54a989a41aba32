import { brokenTool, type FreshScenarios, resumed, tool } from './scenario.js';

/** Settings of the project. What they say of an agent comes before what Dragoman says of all. */
const settings = (content: object) => ({ 'opencode.json': JSON.stringify(content) });

const PLUGIN = `export const Plums = async () => ({
  'tool.execute.before': async (_input, output) => {
    if (output.args.command === 'echo refuse') throw new Error('No plums.');
    if (output.args.command === 'echo sour') output.args.command = 'echo sweet';
  },
  'tool.execute.after': async (_input, output) => {
    output.output += ' Seen.';
  },
});
`;

/** As if the package for plugins were there, which OpenCode would install. */
const PLUGIN_PACKAGE = {
  '.opencode/package-lock.json': JSON.stringify({
    packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
  }),
  '.opencode/node_modules/.keep': '',
};

/** A call that asks a sub-agent. */
export const subAgent = (prompt: string, more: Readonly<Record<string, unknown>> = {}) =>
  tool('task', { description: 'Count', prompt, subagent_type: 'general', ...more });

/** Long enough to be under way for seconds. */
const LONG = Array.from({ length: 400 }, (_, index) => `word ${index}`).join(' ');

/** What git takes for a repository. */
const REPOSITORY = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
  '.git/objects/info/.keep': '',
  '.git/refs/heads/.keep': '',
};

/** More of what OpenCode can be brought to do: too many for every run of the suite. */
export const opencodeOnlyScenarios: FreshScenarios = {
  'a compaction': {
    onlyDeep: true,
    steps: [
      { actions: [{ think: 'one' }, { run: 'echo 1' }], usage: { input: 990_000, cached: 0 } },
      { say: 'One.' },
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a conversation that is too long': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      {
        fault: { status: 400, message: 'prompt is too long: 2 tokens > 1 maximum', times: 1 },
        actions: [{ say: 'One.' }],
      },
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a call that is asked about': {
    onlyDeep: true,
    // Before, it waits for somebody to choose.
    agents: { opencode: '1.1.53' },
    files: settings({ agent: { build: { permission: { bash: { 'echo refuse*': 'ask' } } } } }),
    steps: [
      [{ say: 'Look.' }, { run: 'echo 1' }],
      [{ say: 'May I?' }, { run: 'echo refuse' }],
      { say: 'Then not.' },
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'calls that may not be': {
    onlyDeep: true,
    files: {
      '.env': 'A=1\n',
      ...settings({ agent: { build: { permission: { bash: { 'echo refuse*': 'deny' } } } } }),
    },
    steps: [
      [{ say: 'May I?' }, { run: 'echo refuse' }, { run: 'echo 1' }],
      { say: 'Then not.' },
      tool('read', { filePath: '.env' }),
      { say: 'Nor that.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on', { permission: 'default' })],
  },
  'a kill in mid-text': {
    onlyDeep: true,
    steps: [
      { run: 'touch begun' },
      {
        pace: 50,
        actions: [{ think: 'hm' }, { say: 'First.' }, { say: LONG }, { run: 'echo never' }],
      },
      { say: 'Back again.' },
    ],
    turns: [
      {
        prompt: 'begin',
        interrupt: { signal: 'SIGKILL', onceThereIs: 'begun', onceItSays: 'First.' },
      },
      resumed('go on'),
    ],
  },
  'calls that are no JSON': {
    onlyDeep: true,
    steps: [
      [{ say: 'Broken.' }, brokenTool('bash', '{"command": "echo 1"')],
      brokenTool('bash', 'echo'),
      { say: 'Refused.' },
    ],
  },
  'wrong arguments': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n' },
    steps: [
      [tool('bash', { command: 5 }), tool('bash')],
      tool('bash', { command: '', description: 'Nothing' }),
      [tool('read', { filePath: ['a.txt'] }), tool('read', { filePath: 'gone.txt' })],
      tool('write', { filePath: 'a.txt' }),
      tool('edit', { filePath: 'a.txt', oldString: 'gone', newString: 'x' }),
      tool('todowrite', { todos: 'none' }),
      tool('glob', { pattern: '*.txt', extra: { deep: [1, null] } }),
      subAgent('Count.', { subagent_type: 'nobody' }),
      { say: 'Refused.' },
    ],
  },
  'a sealed thought': {
    onlyDeep: true,
    steps: [
      [{ think: 'hidden', sealed: true }, { say: 'Look.' }, { run: 'echo 1' }],
      [{ think: 'shown' }, { think: 'hidden', sealed: true }, { say: 'Done.' }],
    ],
  },
  'a command in the background': {
    onlyDeep: true,
    steps: [
      { run: 'sleep 3 & echo before' },
      { run: 'sleep 30 > /dev/null 2>&1 & echo before' },
      { say: 'It runs.' },
    ],
  },
  'a plugin that refuses and changes': {
    onlyDeep: true,
    files: { ...PLUGIN_PACKAGE, '.opencode/plugin/plums.js': PLUGIN },
    steps: [
      [{ run: 'echo 1' }, { run: 'echo refuse' }, { run: 'echo sour' }],
      { run: 'echo 2; exit 3' },
      { say: 'Plugged.' },
    ],
  },
  'sub-agents at once, and one that goes on': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, subAgent('Count.'), subAgent('Count again.')],
      { actions: [{ think: 'hm' }, { say: 'I count.' }, { run: 'echo sub' }], times: 2 },
      { actions: [{ say: 'Done.' }], times: 2 },
      { say: 'Counted.' },
      { say: 'Still.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a sub-agent that fails': {
    onlyDeep: true,
    steps: [
      subAgent('Count.'),
      { run: 'echo sub' },
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      { say: 'It failed.' },
    ],
  },
  commands: {
    onlyDeep: true,
    files: {
      '.opencode/command/plum.md': '$ARGUMENTS plums are for @general.\n',
      '.opencode/command/count.md':
        '---\nsubtask: true\nagent: general\n---\nCount $ARGUMENTS plums.\n',
    },
    steps: [{ say: 'Plums.' }, { say: 'Sub.' }, { say: 'Counted.' }],
    turns: [
      {
        prompt: 'ripe',
        typed: ['ripe plums are for @general.'],
        extraArgs: ['--command', 'plum'],
      },
      resumed('two', { extraArgs: ['--command', 'count'] }),
    ],
  },
  'prompts that look like commands': {
    onlyDeep: true,
    steps: ['One.', 'Two.', 'Three.'].map((say) => ({ say })),
    turns: [{ prompt: '/init' }, resumed('@gone.txt and @general'), resumed('!echo 1')],
  },
  'a repository': {
    onlyDeep: true,
    files: { ...REPOSITORY, 'a.txt': 'one\n' },
    steps: [
      { patch: [{ add: 'b.txt', content: 'b\n' }] },
      [tool('read', { filePath: 'a.txt' }), { run: 'echo two > a.txt' }],
      { say: 'Changed.' },
      { say: 'Still.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a model of OpenAI': {
    onlyDeep: true,
    files: { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' },
    steps: [
      [{ think: ['**One**\n\nFirst.', 'Second.'] }, { say: 'Look.' }, { run: 'echo 1' }],
      {
        patch: [
          { add: 'c.txt', content: 'c\n' },
          { update: 'a.txt', old: 'two', new: 'TWO' },
        ],
      },
      { patch: [{ update: 'gone.txt', old: 'x', new: 'y' }] },
      [{ think: 'Enough.' }, { say: 'One. ', also: ['Two.'] }],
      { say: 'Three.' },
    ],
    turns: [
      { prompt: 'begin', model: 'openai/gpt-5' },
      resumed('go on', { model: 'openai/gpt-5' }),
    ],
  },
  'a model of Google': {
    onlyDeep: true,
    steps: [
      [{ think: 'First.' }, { say: 'Look.' }, { run: 'echo 1' }, { run: 'echo 2; exit 2' }],
      [{ think: 'Enough.' }, { say: 'Done.' }],
    ],
    turns: [{ prompt: 'begin', model: 'google/gemini-2.5-pro' }],
  },
};
