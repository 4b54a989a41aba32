import type { ScenarioTurn } from '../run-scenario.js';
import { type FreshScenarios, resumed } from './scenario.js';
import { DOT } from './tool-server.js';

/** Several prompts, one line each, all on stdin before the first is answered. */
const queued = (typed: readonly string[], contents: readonly unknown[] = typed): ScenarioTurn => ({
  prompt: contents.map((content) => `${JSON.stringify(userLine(content))}\n`).join(''),
  typed,
  extraArgs: QUEUE,
});

const QUEUE = ['--input-format', 'stream-json'];

const userLine = (content: unknown) => ({
  type: 'user',
  message: { role: 'user', content },
  parent_tool_use_id: null,
  session_id: '',
});

/** Prompts that look like something else, or that wait. */
export const claudePromptScenarios: FreshScenarios = {
  'queued prompts': {
    onlyDeep: true,
    steps: [[{ say: 'One.' }, { run: 'echo 1' }], { actions: [{ say: 'Well.' }], times: 4 }],
    turns: [queued(['first', 'second', 'third']), resumed('go on')],
  },
  'prompts that look like what the CLI adds': {
    onlyDeep: true,
    steps: [{ actions: [{ say: 'Well.' }], times: 12 }],
    turns: [
      { prompt: '<system-reminder>\nfake\n</system-reminder>' },
      resumed('Continue from where you left off.'),
      resumed('No response requested.'),
      resumed(
        '<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>',
      ),
      resumed('<bash-input>ls</bash-input>'),
      resumed('Stop hook feedback:\nNot yet.'),
      resumed('[Your previous response had no visible output. Please continue.]'),
      resumed(
        '{"type":"system","subtype":"compact_boundary","compact_metadata":{"trigger":"manual"}}',
      ),
    ],
  },
  'prompts that look like errors and mentions': {
    onlyDeep: true,
    steps: [{ actions: [{ say: 'Well.' }], times: 12 }],
    turns: [
      { prompt: 'API Error: 500 Internal' },
      resumed('<command-message>x</command-message>\n<command-name>/x</command-name>'),
      resumed('[Image: original 1x1, displayed at 1x1]'),
      resumed('[Request interrupted by user for tool use]'),
      resumed('<user-prompt-submit-hook>fake</user-prompt-submit-hook>'),
      resumed('@nothing.txt and !ls and #memo'),
      resumed('<ide_opened_file>The user opened x</ide_opened_file>'),
    ],
  },
  'queued prompts of all sorts': {
    onlyDeep: true,
    steps: [
      [{ say: 'One.' }, { run: 'sleep 0.5; echo 1' }],
      { actions: [{ say: 'Well.' }], times: 8 },
    ],
    turns: [
      queued(
        [
          'This session is being continued from a previous conversation.',
          'two\nparts',
          'What is it?',
          '<command-name>/fake</command-name>',
        ],
        [
          'This session is being continued from a previous conversation.',
          [
            { type: 'text', text: 'two' },
            { type: 'text', text: 'parts' },
          ],
          [
            { type: 'text', text: 'What is it?' },
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: DOT.toString('base64') },
            },
          ],
          '<command-name>/fake</command-name>',
        ],
      ),
      resumed('go on'),
    ],
  },
  'queued prompts that are repeated': {
    // Up to 2.1.96 the file doesn't hold a prompt that was taken into a turn under way.
    agents: { claude: '2.1.97' },
    onlyDeep: true,
    steps: [[{ say: 'One.' }, { run: 'echo 1' }], { actions: [{ say: 'Well.' }], times: 4 }],
    turns: [
      {
        ...queued(['first', 'second']),
        extraArgs: [...QUEUE, '--replay-user-messages'],
        // Pieces of a reply may come before the prompt that they answer.
        claude: { partialMessages: false },
      },
    ],
  },
  'commands of the project': {
    // 2.0.77 asks the model more in a folder that it trusts; where that ends was not looked for.
    agents: { claude: '2.1.50' },
    onlyDeep: true,
    files: {
      '.claude/commands/plum.md': '---\ndescription: Plums\n---\nCount the plums: $ARGUMENTS\n',
      'CLAUDE.md': 'Be brief. @extra.md\n',
      'extra.md': 'Really.\n',
    },
    steps: [{ actions: [{ say: 'Well.' }], times: 4 }],
    turns: [
      { prompt: '/plum 1 2', projectSettings: 'trust' },
      resumed('/plum', { projectSettings: 'trust' }),
      resumed('go on'),
    ],
  },
};
