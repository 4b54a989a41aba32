import type { ScenarioTurn } from '../run-scenario.js';
import { brokenTool, EVERY_VERSION, type FreshScenarios, resumed, tool } from './scenario.js';

const CLAUDE = { claude: EVERY_VERSION };

/** Several prompts, one line each, all on stdin before the first is answered. */
const queued = (...typed: readonly string[]): ScenarioTurn => ({
  prompt: typed.map((content) => `${JSON.stringify(userLine(content))}\n`).join(''),
  typed,
  extraArgs: ['--input-format', 'stream-json'],
});

const userLine = (content: string) => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  session_id: '',
});

const hook = (command: string, matcher?: string) => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command }] },
];

const HOOKS = {
  UserPromptSubmit: hook('echo Mind the plums.'),
  PreToolUse: hook('grep -q refuse && { echo No plums. >&2; exit 2; } || exit 0', 'Bash'),
  PostToolUse: hook('echo Seen. >&2; exit 2', 'Bash'),
  Stop: hook('exit 0'),
};

/** What Claude Code can be brought to do and other agents can't. Too many for every run of the suite. */
export const claudeOnlyScenarios: FreshScenarios = {
  'a sealed thought': {
    agents: CLAUDE,
    steps: [
      [{ think: 'hidden', sealed: true }, { say: 'Look.' }, { run: 'echo 1' }],
      [{ think: 'shown' }, { think: 'hidden', sealed: true }, { say: 'Done.' }],
    ],
    turns: [{ prompt: 'begin' }],
  },
  'calls that are no JSON': {
    agents: CLAUDE,
    steps: [
      [{ say: 'Broken.' }, brokenTool('Bash', '{"command": "echo 1"')],
      brokenTool('Bash', 'echo'),
      { say: 'Refused.' },
    ],
  },
  'a command that takes too long': {
    agents: CLAUDE,
    steps: [
      tool('Bash', { command: 'echo early; sleep 5', timeout: 1000 }),
      // Newer versions go on with it in the background, and its end is news.
      { actions: [{ say: 'Late.' }], times: 2 },
    ],
  },
  'a command in the background': {
    agents: CLAUDE,
    steps: [
      tool('Bash', { command: 'echo behind', run_in_background: true }),
      { actions: [{ say: 'It runs.' }], times: 3 },
    ],
  },
  hooks: {
    agents: CLAUDE,
    files: { 'hooks.json': JSON.stringify({ hooks: HOOKS }) },
    steps: [{ run: 'echo 1' }, { run: 'echo refuse' }, { say: 'Hooked.' }, { say: 'Again.' }],
    turns: [
      { prompt: 'begin', extraArgs: ['--settings', 'hooks.json'] },
      resumed('go on', { extraArgs: ['--settings', 'hooks.json'] }),
    ],
  },
  'queued prompts': {
    agents: CLAUDE,
    steps: [[{ say: 'One.' }, { run: 'echo 1' }], { actions: [{ say: 'Well.' }], times: 4 }],
    turns: [queued('first', 'second', 'third'), resumed('go on')],
  },
  'an output schema': {
    agents: { claude: '2.0.45' },
    steps: [tool('StructuredOutput', { count: 2 }), { say: 'Two.' }],
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
    ],
  },
  'several texts and thoughts in a row': {
    agents: CLAUDE,
    steps: [
      [{ say: 'a' }, { say: 'b' }, { say: 'c' }, { think: 'd' }, { say: 'e' }, { say: 'f' }],
      [{ think: 'g' }, { think: 'h' }, { say: 'same' }, { say: 'same' }, { run: 'echo 1' }],
      [{ say: 'i' }, { say: 'j' }],
    ].flatMap((step, index) => (index === 0 ? [[...step, { run: 'echo 0' }]] : [step])),
    turns: [{ prompt: 'begin' }],
  },
  'several texts, without pieces': {
    agents: { claude: '1.0.108' },
    steps: [
      [{ say: 'a' }, { say: 'b' }, { think: 'c' }, { say: 'd' }, { run: 'echo 0' }],
      [{ say: 'e' }, { say: 'f' }],
    ],
    turns: [{ prompt: 'begin', claude: { partialMessages: false } }],
  },
  'several texts in a reply that is cut': {
    agents: CLAUDE,
    steps: [
      {
        fault: { cut: true, after: 9, times: 1 },
        actions: [{ say: 'a' }, { say: 'b' }, { say: 'A longer text, cut.' }, { say: 'd' }],
      },
    ],
  },
};
