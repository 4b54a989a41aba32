import type { ScenarioTurn } from '../run-scenario.js';
import { type FreshScenarios, resumed, tool } from './scenario.js';

const BEGIN: ScenarioTurn = { prompt: 'begin' };

const spawn = (message: string) => ({
  tool: { namespace: 'multi_agent_v1', name: 'spawn_agent', arguments: { message } },
});

/** Replies that break off, in sub-agents, searches, summaries and sessions that go on. */
export const codexBreakScenarios: FreshScenarios = {
  'a sub-agent whose reply is cut': {
    agents: { codex: '0.150.0' },
    onlyDeep: true,
    steps: [
      spawn('Count.'),
      {
        fault: { cut: true, after: 6, times: 2 },
        actions: [{ say: 'A longer text that is cut.' }],
        times: 3,
      },
      { actions: [{ say: 'More.' }], times: 3 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'parts, thoughts and texts, cut and tried again': {
    onlyDeep: true,
    steps: [
      [
        { say: 'a', also: ['b', ''] },
        { think: 'x', sealed: true },
        { say: 'c' },
        { think: ['y', 'z'] },
        { say: 'd' },
        { run: 'echo 1' },
      ],
      {
        fault: { cut: true, after: 14, times: 1 },
        actions: [
          { think: 'x', sealed: true },
          { say: 'e' },
          { think: 'v' },
          { say: 'A longer text.' },
        ],
      },
      [{ think: 'u', sealed: true }, { say: 'f' }, { think: 't' }, { say: 'g' }],
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'calls at once, one of which takes too long': {
    onlyDeep: true,
    steps: [
      [
        { run: 'echo 1' },
        tool('shell', { command: ['bash', '-lc', 'echo early; sleep 5'], timeout_ms: 400 }),
        tool('exec_command', { cmd: 'echo early; sleep 5; echo late', yield_time_ms: 300 }),
        { run: 'echo 3; exit 3' },
      ],
      { actions: [{ say: 'Late.' }], delay: 500 },
      { say: 'Later.' },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'searches of which a reply is cut': {
    onlyDeep: true,
    steps: [
      [{ think: 'I look it up.' }, { search: 'ripe plums' }, { search: 'ripe plums' }],
      {
        fault: { cut: true, after: 9, times: 1 },
        actions: [{ search: 'pears' }, { say: 'They are ripe, I think.' }],
      },
      [{ search: 'figs' }, { say: 'Done.' }],
    ],
    turns: [
      {
        prompt: 'search',
        model: 'gpt-5',
        codex: { settings: { 'tools.web_search': true, web_search: 'live' } },
      },
      resumed('go on', {
        model: 'gpt-5',
        codex: { settings: { 'tools.web_search': true, web_search: 'live' } },
      }),
    ],
  },
  'a conversation that is too long': {
    // Before, no record says that what is compacted first in a turn belongs to that.
    agents: { codex: '0.107.0' },
    onlyDeep: true,
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      {
        fault: {
          fail: 'Your input exceeds the context window of this model.',
          code: 'context_length_exceeded',
          after: 1,
          times: 1,
        },
        actions: [{ say: 'Two.' }],
      },
      { actions: [{ say: 'Three.' }], times: 5 },
    ],
    turns: [BEGIN, resumed('go on'), resumed('and on')],
  },
  'limits of the provider in a resumed session': {
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
        fault: {
          fail: 'Rate limit reached. Please try again in 0.1s.',
          code: 'rate_limit_exceeded',
          after: 6,
          times: 1,
        },
        actions: [{ think: 'h' }, { say: 'Four, limited.' }],
      },
      {
        fault: {
          fail: 'You exceeded your current quota.',
          code: 'insufficient_quota',
          after: 3,
          times: 1,
        },
        actions: [{ say: 'Five.' }],
      },
      { actions: [{ say: 'Six.' }], times: 4 },
    ],
    turns: [BEGIN, resumed('go on'), resumed('and on'), resumed('on')],
  },
  'a call at its limit': {
    onlyDeep: true,
    // Before, it is up to chance whether Codex begins a call of a reply that breaks off.
    agents: { codex: '0.121.0' },
    steps: [
      { stop: 'limit', actions: [{ say: 'I call.' }, { run: 'echo 1' }] },
      { actions: [{ say: 'Done.' }], times: 4 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'a compaction whose reply is cut': {
    onlyDeep: true,
    agents: { codex: '0.74.0' },
    steps: [
      { actions: [{ think: 'one' }, { run: 'echo 1' }], usage: { input: 50_000 } },
      { fault: { cut: true, after: 4, times: 1 }, actions: [{ say: 'A summary that is cut.' }] },
      { actions: [{ say: 'Said.' }], times: 8 },
    ],
    turns: [
      { prompt: 'begin', codex: { settings: { model_auto_compact_token_limit: 30_000 } } },
      resumed('go on'),
      resumed('and on'),
    ],
  },
  'several sub-agents at once': {
    agents: { codex: '0.150.0' },
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, spawn('Count.'), spawn('Count again.')],
      { actions: [{ say: 'Done.' }], times: 6 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
};
