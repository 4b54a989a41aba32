import {
  type FreshScenarios,
  forked,
  resumed,
  signalled,
  subAgent,
  tool,
  WAIT,
  WAITING,
} from './scenario.js';

const SUMMARY = '<summary>It was said One, Two.</summary>';
const SCHEMA = {
  type: 'object',
  properties: { count: { type: 'number' } },
  required: ['count'],
};

/** What is in other scenarios one by one, in one session. */
export const claudeCombinationScenarios: FreshScenarios = {
  'a kill amid calls at once, then a fork': {
    onlyDeep: true,
    // The result of the first call, which is saved behind both.
    keeps: { claude: '"numLines"' },
    files: { 'a.txt': 'one\n' },
    steps: [
      [{ say: 'Waiting.' }, tool('Read', { file_path: 'a.txt' }), { run: 'touch begun; sleep 60' }],
      [{ say: 'Back.' }, { run: 'echo again' }],
      { actions: [{ say: 'Said.' }], times: 6 },
    ],
    turns: [
      signalled('SIGKILL'),
      forked('elsewhere'),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'a kill right behind a result, then a fork': {
    onlyDeep: true,
    files: { 'a.txt': '' },
    steps: [
      [{ say: 'Waiting.' }, { run: 'sleep 1; echo pl""ums' }, { run: 'touch begun; sleep 60' }],
      [{ say: 'Back.' }, { run: 'echo again' }],
      { actions: [{ say: 'Said.' }], times: 6 },
    ],
    turns: [
      {
        prompt: 'wait',
        interrupt: { signal: 'SIGKILL', onceThereIs: 'a.txt', onceItSays: 'plums' },
      },
      forked('elsewhere'),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'a kill right behind words and a call, then a fork': {
    onlyDeep: true,
    keeps: { claude: '"wait"' },
    files: { 'a.txt': 'plums\n' },
    steps: [
      [{ say: 'Waiting.' }, tool('Read', { file_path: 'a.txt' }), { run: 'touch begun; sleep 60' }],
      [{ say: 'Back.' }, { run: 'echo again' }],
      { actions: [{ say: 'Said.' }], times: 6 },
    ],
    turns: [
      {
        prompt: 'wait',
        interrupt: { signal: 'SIGKILL', onceThereIs: 'a.txt', onceItSays: 'plums' },
      },
      forked('elsewhere'),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'a kill right behind a call, then a resume': {
    onlyDeep: true,
    files: { 'a.txt': '' },
    steps: [
      [{ say: 'Waiting.' }, { run: 'echo 1' }],
      // What came before it is saved by then.
      { pace: 300, actions: [tool('Read', { file_path: 'plums' })] },
      { actions: [{ say: 'Said.' }], times: 6 },
    ],
    turns: [
      {
        prompt: 'wait',
        interrupt: {
          signal: 'SIGKILL',
          onceThereIs: 'a.txt',
          onceItCalls: '"input":{"file_path":"plums"}',
        },
      },
      resumed('go on'),
    ],
  },
  'a fork between two compactions': {
    onlyDeep: true,
    agents: { claude: '2.1.0' },
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { say: 'Two.' },
      { say: SUMMARY },
      { say: 'Three.' },
      { say: 'Four.' },
      { say: SUMMARY },
      { actions: [{ say: 'Five.' }], times: 4 },
    ],
    turns: [
      { prompt: 'begin' },
      resumed('/compact'),
      resumed('go on'),
      forked('elsewhere'),
      resumed('/compact keep it'),
      resumed('and on'),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'faults of all sorts in a resumed session': {
    onlyDeep: true,
    steps: [
      { say: 'One.' },
      {
        fault: { status: 429, message: 'Slow', times: 1 },
        actions: [{ think: 'h' }, { run: 'echo 2' }],
      },
      {
        fault: { status: 503, message: 'Down', times: 1 },
        actions: [{ say: 'Three.' }, { run: 'echo 3' }],
      },
      {
        fault: { cut: true, after: 3, times: 2 },
        actions: [{ think: 'A long thought.' }, { say: 'Four.' }],
      },
      { fault: { status: 413, message: 'Too big', times: 1 }, actions: [{ say: 'Five.' }] },
      { actions: [{ say: 'Six.' }], times: 6 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on'), resumed('and on'), resumed('on')],
  },
  'a schema that is never followed': {
    onlyDeep: true,
    agents: { claude: '2.0.45' },
    steps: [
      { actions: [tool('StructuredOutput', { count: 'two' })], times: 8 },
      { actions: [{ say: 'No.' }], times: 8 },
    ],
    turns: [{ prompt: 'Count.', outputSchema: SCHEMA }, resumed('go on')],
  },
  'a sub-agent that is interrupted with its parent': {
    onlyDeep: true,
    agents: { claude: '2.1.59' },
    keeps: WAITING,
    steps: [
      [{ say: 'Waiting.' }, subAgent('Wait.')],
      WAIT,
      { actions: [{ say: 'Back.' }], times: 6 },
    ],
    turns: [signalled('SIGINT'), resumed('go on')],
  },
  'a stop in mid-text, and the same words again': {
    onlyDeep: true,
    agents: { claude: '1.0.108' },
    steps: [
      [{ say: 'Whole.' }, { run: 'touch begun' }],
      {
        pace: 300,
        actions: [{ think: 'h' }, { say: 'A long story about plums and pears and figs.' }],
      },
      { actions: [{ say: 'Back.' }], times: 4 },
    ],
    turns: [
      {
        prompt: 'begin',
        interrupt: { signal: 'SIGTERM', onceThereIs: 'begun', onceItSays: 'A long s' },
      },
      resumed('go on'),
      resumed('and on'),
    ],
  },
  'two calls that are stopped at once': {
    onlyDeep: true,
    keeps: WAITING,
    steps: [
      [{ say: 'Waiting.' }, { run: 'sleep 50' }, { run: 'touch begun; sleep 60' }],
      { actions: [{ say: 'Back.' }], times: 4 },
    ],
    turns: [signalled('SIGINT'), resumed('go on')],
  },
  'a sub-agent and a broken reply, without pieces': {
    // Up to 2.1.76, a reply that comes in one piece after one broke off is in no count.
    agents: { claude: '2.1.77' },
    onlyDeep: true,
    steps: [
      [
        { think: 'x' },
        { say: 'a' },
        { run: 'echo 1' },
        { run: 'echo 2; exit 2' },
        subAgent('Count.'),
      ],
      [{ say: 's' }, { run: 'echo s' }],
      { actions: [{ say: 'd' }], times: 2 },
      { fault: { cut: true, after: 6, times: 1 }, actions: [{ say: 'A longer text, cut.' }] },
      { actions: [{ say: 'e' }], times: 6 },
    ],
    turns: [
      { prompt: 'begin', claude: { partialMessages: false } },
      resumed('go on', { claude: { partialMessages: false } }),
    ],
  },
  'sub-agents in the background, and a resume': {
    onlyDeep: true,
    agents: { claude: '2.1.59' },
    steps: [
      [
        { say: 'I ask.' },
        ...['A', 'B'].map((what) =>
          tool('Task', {
            description: what,
            prompt: `Count ${what}.`,
            subagent_type: 'general-purpose',
            run_in_background: true,
          }),
        ),
      ],
      { actions: [{ say: 'Done.' }], times: 12 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'four resumes with a compaction between': {
    onlyDeep: true,
    agents: { claude: '2.1.0' },
    steps: [
      [{ think: 'a' }, { say: 'One.' }, { run: 'echo 1' }],
      { say: 'One.' },
      [{ run: 'echo 2; exit 2' }],
      { say: 'Two.' },
      { say: SUMMARY },
      [{ think: 'c' }, { say: 'Three.' }, { run: 'echo 3' }],
      { actions: [{ say: 'Four.' }], times: 6 },
    ],
    turns: [
      { prompt: 'begin' },
      resumed('go on'),
      resumed('/compact'),
      resumed('go on'),
      resumed('go on'),
    ],
  },
  'a compaction, a sub-agent whose reply is cut, a stop and a fork': {
    onlyDeep: true,
    agents: { claude: '2.1.77' },
    keeps: WAITING,
    steps: [
      [{ think: 'a' }, { say: 'One.' }, { run: 'echo 1' }],
      { say: 'Two.' },
      { say: SUMMARY },
      [{ say: 'I ask.' }, subAgent('Count.')],
      { fault: { cut: true, after: 6, times: 1 }, actions: [{ say: 'I count for long.' }] },
      WAIT,
      { actions: [{ say: 'Back.' }], times: 8 },
    ],
    turns: [
      { prompt: 'begin' },
      resumed('/compact'),
      (before) => {
        const { prompt, ...turn } = signalled('SIGINT');
        return resumed(prompt, turn)(before);
      },
      forked('elsewhere'),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'a background command, a compaction and a kill': {
    onlyDeep: true,
    agents: { claude: '2.1.77' },
    keeps: WAITING,
    steps: [
      [
        { say: 'I start it.' },
        tool('Bash', { command: 'echo early; sleep 2; echo late', run_in_background: true }),
      ],
      { say: 'It runs.' },
      { say: SUMMARY },
      WAIT,
      { actions: [{ say: 'Back.' }], times: 8 },
    ],
    turns: [
      { prompt: 'begin' },
      resumed('/compact'),
      (before) => {
        const { prompt, ...turn } = signalled('SIGKILL');
        return resumed(prompt, turn)(before);
      },
      resumed('go on'),
    ],
  },
  'a fork behind a reply that was cut behind its call': {
    onlyDeep: true,
    steps: [
      {
        fault: { cut: true, after: 1000, times: 1 },
        actions: [{ think: 'Hm.' }, { say: 'I look.' }, { run: 'sleep 0.3; echo 1' }],
      },
      { actions: [{ say: 'Done.' }], times: 6 },
    ],
    turns: [{ prompt: 'begin' }, forked('elsewhere')],
  },
  'a fork behind a sub-agent': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, subAgent('Count.')],
      [{ think: 's' }, { say: 'I count.' }, { run: 'echo 1' }],
      { actions: [{ say: 'Done.' }], times: 8 },
    ],
    turns: [{ prompt: 'begin' }, forked('elsewhere')],
  },
};
