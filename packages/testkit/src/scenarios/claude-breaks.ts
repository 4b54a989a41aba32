import type { ScenarioTurn } from '../run-scenario.js';
import {
  type FreshScenarios,
  resumed,
  signalled,
  subAgent,
  tool,
  WAIT,
  WAITING,
} from './scenario.js';

const BEGIN: ScenarioTurn = { prompt: 'begin' };

/** Replies that break off, and what is stopped, among sub-agents and in sessions that go on. */
export const claudeBreakScenarios: FreshScenarios = {
  'a sub-agent whose reply is cut behind its call, then a resume': {
    // Up to 2.1.76, a reply that comes in one piece after one broke off is in no count.
    agents: { claude: '2.1.77' },
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, subAgent('Count.')],
      {
        fault: { cut: true, after: 1000, times: 1 },
        actions: [{ think: 'Hm.' }, { say: 'I look.' }, { run: 'sleep 0.3; echo 1' }],
      },
      { actions: [{ say: 'Done.' }], times: 3 },
      { actions: [{ say: 'More.' }], times: 3 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'a reply that is cut in mid-call of a sub-agent': {
    onlyDeep: true,
    steps: [
      {
        fault: { cut: true, after: 7, times: 1 },
        actions: [{ think: 'Ask.' }, { say: 'I ask.' }, subAgent('Count.')],
      },
      [{ think: 'sub' }, { run: 'echo sub' }],
      { actions: [{ say: 'Done.' }], times: 3 },
    ],
    turns: [BEGIN],
  },
  'sealed and shown thoughts between texts, cut and tried again': {
    onlyDeep: true,
    steps: [
      [
        { say: 'a' },
        { think: 'x', sealed: true },
        { say: 'b' },
        { think: 'y' },
        { say: 'c' },
        { say: 'd' },
        { think: 'z', sealed: true },
        { think: 'w' },
        { run: 'echo 1' },
      ],
      {
        fault: { cut: true, after: 12, times: 1 },
        actions: [
          { think: 'x', sealed: true },
          { say: 'e' },
          { think: 'v' },
          { say: 'A longer text that is cut.' },
          { say: 'f' },
        ],
      },
      [{ think: 'again', sealed: true }, { say: 'g' }, { think: 'u' }, { say: 'h' }],
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'calls at once, one of which takes too long': {
    onlyDeep: true,
    steps: [
      [
        { run: 'echo 1' },
        tool('Bash', { command: 'echo early; sleep 4; echo late', timeout: 1000 }),
        { run: 'echo 3; exit 3' },
      ],
      { actions: [{ say: 'Late.' }], times: 3 },
      { actions: [{ say: 'Later.' }], times: 3 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'a background command that prints after the turn': {
    onlyDeep: true,
    steps: [
      tool('Bash', { command: 'echo early; sleep 3; echo late', run_in_background: true }),
      { actions: [{ say: 'It runs.' }], times: 3 },
      { actions: [{ say: 'And now.' }], times: 3 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'a fallback model': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      {
        fault: { status: 529, message: 'Overloaded', times: 4 },
        actions: [{ say: 'Fallen back.' }],
      },
      { say: 'More.' },
    ],
    turns: [
      {
        prompt: 'begin',
        model: 'claude-opus-4-5',
        extraArgs: ['--fallback-model', 'claude-sonnet-4-5'],
      },
      resumed('go on'),
    ],
  },
  'a budget that is spent': {
    onlyDeep: true,
    steps: [
      { actions: [{ say: 'a' }, { run: 'echo 1' }], usage: { input: 100_000, output: 10_000 } },
      { run: 'echo 2' },
      { say: 'x' },
      { say: 'More.' },
    ],
    turns: [{ prompt: 'begin', extraArgs: ['--max-budget-usd', '0.01'] }, resumed('go on')],
  },
  'a sub-agent that is stopped with its parent, then a resume': {
    // Up to 2.1.58 no view counts all that a stopped sub-agent put out; 2.0 doesn't name its file, either.
    agents: { claude: '2.1.59' },
    onlyDeep: true,
    keeps: WAITING,
    steps: [
      [{ say: 'Waiting.' }, subAgent('Wait.')],
      WAIT,
      { actions: [{ say: 'Back.' }], times: 4 },
    ],
    turns: [signalled('SIGTERM'), resumed('go on')],
  },
  'a call at its limit': {
    onlyDeep: true,
    steps: [
      { stop: 'limit', actions: [{ say: 'I call.' }, { run: 'echo 1' }] },
      { actions: [{ say: 'Done.' }], times: 4 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'a conversation that is too long': {
    onlyDeep: true,
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      {
        fault: {
          status: 400,
          message: 'prompt is too long: 210000 tokens > 200000 maximum',
          code: 'invalid_request_error',
          times: 1,
        },
        actions: [{ say: 'Two.' }],
      },
      { actions: [{ say: 'Three.' }], times: 5 },
    ],
    turns: [BEGIN, resumed('go on'), resumed('and on')],
  },
  'a compaction whose reply is cut': {
    onlyDeep: true,
    agents: { claude: '2.1.0' },
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { say: 'Two.' },
      {
        fault: { cut: true, after: 5, times: 1 },
        actions: [{ say: '<summary>It was said One and Two.</summary>' }],
      },
      { actions: [{ say: 'Three.' }], times: 4 },
    ],
    turns: [BEGIN, resumed('/compact keep the plums'), resumed('go on')],
  },
  'garbage, a stall and an overload in a resumed session': {
    // Up to 2.1.20 garbage ends the turn, whose prompt is then in no file.
    agents: { claude: '2.1.21' },
    onlyDeep: true,
    steps: [
      { say: 'One.' },
      {
        fault: { garbage: true, after: 4, times: 1 },
        actions: [{ say: 'Two, with garbage.' }, { run: 'echo 2' }],
      },
      {
        fault: { stall: 1500, after: 4, times: 1 },
        actions: [{ say: 'Three, stalled.' }, { run: 'echo 3' }],
      },
      {
        fault: { fail: 'Overloaded', code: 'overloaded_error', after: 6, times: 1 },
        actions: [{ say: 'Four, overloaded.' }],
      },
      { actions: [{ say: 'Five.' }], times: 4 },
    ],
    turns: [BEGIN, resumed('go on'), resumed('and on')],
  },
};
