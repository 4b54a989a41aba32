import {
  type FreshScenarios,
  forked,
  resumed,
  signalled,
  subAgent,
  tool,
  WAIT,
} from './scenario.js';
import { DOT } from './tool-server.js';

/** The file has the call: what is in it before that is up to chance. */
const KEPT = { onceItKeeps: 'touch begun; sleep' };

// Each run takes seconds, so each does much.
export const claudeScenarios: FreshScenarios = {
  'three turns': {
    steps: [
      [{ think: ['One.', 'Two.'] }, { say: 'Let me look.' }, { run: 'echo 1' }],
      { say: 'One.' },
      [{ think: 'Go on.' }, { say: 'Ünïcode ☃ 🚀' }, { run: 'echo ünï; exit 3' }],
      { say: 'Two.' },
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on'), resumed('go on')],
  },
  'calls at once, some of which fail, plans, and sub-agents at once': {
    // Newer models are offered no tool for plans.
    requests: { claude: { model: 'claude-sonnet-4-5' } },
    files: { 'a.txt': 'one\ntwo\n' },
    steps: [
      [
        { run: 'sleep 0.3; echo 1' },
        { run: 'echo 2; exit 2' },
        tool('Read', { file_path: 'a.txt' }),
        tool('Nope', { a: 1 }),
      ],
      [
        tool('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
        tool('Write', { file_path: 'new/b.txt', content: 'new\n' }),
        tool('Edit', { file_path: 'a.txt', old_string: 'missing', new_string: 'x' }),
      ],
      { run: 'seq 1 20000' },
      { plan: [{ step: 'Look', status: 'in_progress' }, { step: 'Fix' }] },
      { plan: [{ step: 'Look', status: 'completed' }, { step: 'Fix' }] },
      [{ say: 'I ask.' }, subAgent('Count.'), subAgent('Count again.')],
      { actions: [{ think: 'hm' }, { say: 'I count.' }, { run: 'echo sub' }], times: 2 },
      { actions: [{ say: 'Done.' }], times: 3 },
      // In newer versions sub-agents work in the background, and each end of one is news.
      { actions: [{ say: 'I see.' }], times: 2 },
    ],
  },
  // Apart: what a turn used is compared only where it came to its end.
  'a refused request': {
    steps: [{ run: 'echo 1' }, { fault: { status: 400, message: 'Bad words' }, actions: [] }],
  },
  'whole messages, without pieces, and an image': {
    agents: { claude: '2.1.0' },
    files: { 'dot.png': DOT },
    steps: [
      [{ think: 'hm' }, { say: 'Let me look.' }, tool('Read', { file_path: 'dot.png' })],
      { say: 'A dot.' },
      { say: 'Still a dot.' },
    ],
    turns: [
      { prompt: 'What is it?', images: ['dot.png'], claude: { partialMessages: false } },
      resumed('Sure?'),
    ],
  },
  'a kill in mid-command': {
    agents: { claude: '2.1.0' },
    steps: [WAIT],
    turns: [signalled('SIGKILL', KEPT)],
  },
  'a turn after an interrupt': {
    agents: { claude: '2.1.0' },
    steps: [WAIT, { say: 'Back again.' }],
    turns: [signalled('SIGINT', KEPT), resumed('go on')],
  },
  'a fork, and a compaction': {
    agents: { claude: '2.1.0' },
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { say: 'Two.' },
      { run: 'echo 3' },
      { say: 'Three.' },
      { say: '<summary>It was said One, Two, Three.</summary>' },
      { say: 'Four.' },
    ],
    turns: [{ prompt: 'begin' }, forked('go on elsewhere'), resumed('/compact'), resumed('go on')],
  },
};
