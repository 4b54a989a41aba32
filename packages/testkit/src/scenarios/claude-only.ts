import {
  brokenTool,
  type FreshScenarios,
  resumed,
  signalled,
  tool,
  WAIT,
  WAITING,
} from './scenario.js';

/** More of what Claude Code alone can be brought to do: too many for every run of the suite. */
export const claudeOnlyScenarios: FreshScenarios = {
  'a sealed thought': {
    onlyDeep: true,
    steps: [
      [{ think: 'hidden', sealed: true }, { say: 'Look.' }, { run: 'echo 1' }],
      [{ think: 'shown' }, { think: 'hidden', sealed: true }, { say: 'Done.' }],
    ],
    turns: [{ prompt: 'begin' }],
  },
  'calls that are no JSON': {
    onlyDeep: true,
    steps: [
      [{ say: 'Broken.' }, brokenTool('Bash', '{"command": "echo 1"')],
      brokenTool('Bash', 'echo'),
      { say: 'Refused.' },
    ],
  },
  'a command that takes too long': {
    onlyDeep: true,
    steps: [
      tool('Bash', { command: 'echo early; sleep 5', timeout: 1000 }),
      // Newer versions go on with it in the background, and its end is news.
      { actions: [{ say: 'Late.' }], times: 2 },
    ],
  },
  'a command in the background': {
    onlyDeep: true,
    steps: [
      tool('Bash', { command: 'echo behind', run_in_background: true }),
      { actions: [{ say: 'It runs.' }], times: 3 },
    ],
  },
  'an output schema': {
    agents: { claude: '2.0.45' },
    onlyDeep: true,
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
    onlyDeep: true,
    steps: [
      [{ say: 'a' }, { say: 'b' }, { say: 'c' }, { think: 'd' }, { say: 'e' }, { say: 'f' }],
      [{ think: 'g' }, { think: 'h' }, { say: 'same' }, { say: 'same' }, { run: 'echo 1' }],
      [{ say: 'i' }, { say: 'j' }],
    ].flatMap((step, index) => (index === 0 ? [[...step, { run: 'echo 0' }]] : [step])),
    turns: [{ prompt: 'begin' }],
  },
  'several texts, without pieces': {
    agents: { claude: '1.0.108' },
    onlyDeep: true,
    steps: [
      [{ say: 'a' }, { say: 'b' }, { think: 'c' }, { say: 'd' }, { run: 'echo 0' }],
      [{ say: 'e' }, { say: 'f' }],
    ],
    turns: [{ prompt: 'begin', claude: { partialMessages: false } }],
  },
  'several texts in a reply that is cut': {
    onlyDeep: true,
    steps: [
      {
        fault: { cut: true, after: 9, times: 1 },
        actions: [{ say: 'a' }, { say: 'b' }, { say: 'A longer text, cut.' }, { say: 'd' }],
      },
    ],
  },
  'a kill in mid-command, without pieces': {
    agents: { claude: '1.0.108' },
    onlyDeep: true,
    steps: [{ run: 'echo 1' }, WAIT, { say: 'Back again.' }],
    keeps: WAITING,
    turns: [{ ...signalled('SIGKILL'), claude: { partialMessages: false } }, resumed('go on')],
  },
  'an interrupt in mid-text, then a resume': {
    agents: { claude: '1.0.108' },
    onlyDeep: true,
    steps: [
      [{ say: 'Whole.' }, { run: 'touch begun' }],
      { pace: 300, actions: [{ say: 'A long story about plums and pears and figs.' }] },
      { say: 'Back again.' },
    ],
    turns: [
      {
        prompt: 'begin',
        interrupt: { signal: 'SIGINT', onceThereIs: 'begun', onceItSays: 'A long s' },
      },
      resumed('go on'),
    ],
  },
};
