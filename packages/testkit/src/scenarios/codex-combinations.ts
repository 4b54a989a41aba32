import { BACK_AGAIN, type FreshScenarios, forked, resumed, signalled, WAIT } from './scenario.js';
import { DOT, largeToolServer, mcp, mixedToolServer } from './tool-server.js';

const COMPACT = { codex: { settings: { model_auto_compact_token_limit: 30_000 } } };

/** What is in other scenarios one by one, in one session. */
export const codexCombinationScenarios: FreshScenarios = {
  'a kill amid calls at once, then resumes': {
    onlyDeep: true,
    steps: [
      [
        { think: 'I.' },
        { say: 'Waiting.' },
        { run: 'echo first' },
        // Others that run at once are over by then.
        { run: 'sleep 0.5; touch begun; sleep 60' },
        { run: 'echo third' },
      ],
      {
        actions: [{ think: 'b' }, { say: 'Back.' }, { run: 'echo again; exit 3' }],
        delay: 300,
      },
      { actions: [{ say: 'Said.' }], times: 4 },
    ],
    turns: [signalled('SIGTERM'), resumed('go on'), resumed('and on')],
  },
  'a kill before the turn of a patch, then a resume': {
    onlyDeep: true,
    steps: [
      // A patch waits until no command of its reply runs.
      [
        { say: 'Waiting.' },
        { run: 'touch begun; sleep 60' },
        { patch: [{ add: 'a.txt', content: 'a\n' }] },
      ],
      { actions: [{ say: 'Said.' }], times: 4 },
    ],
    turns: [signalled('SIGTERM'), resumed('go on')],
  },
  'an interrupt amid calls at once, then a fork': {
    onlyDeep: true,
    agents: { codex: '0.150.0' },
    steps: [
      [{ say: 'Waiting.' }, { run: 'echo 1; exit 4' }, { run: 'touch begun; sleep 60' }],
      BACK_AGAIN,
      { actions: [{ say: 'Said.' }], times: 4 },
    ],
    turns: [
      signalled('SIGINT'),
      forked('elsewhere'),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'forks of a fork that begins with a compaction': {
    onlyDeep: true,
    // Before, no record says that a fork repeats the last count of its origin.
    agents: { codex: '0.153.0' },
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { actions: [{ say: 'Two.' }], usage: { input: 50_000 } },
      { actions: [{ say: 'Three.' }], times: 12 },
    ],
    turns: [
      { prompt: 'begin' },
      (before) => ({ ...forked('elsewhere')(before), ...COMPACT }),
      (before) => ({ prompt: 'further', fork: before[1]?.sessionId ?? '' }),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'half of a surrogate pair among arguments': {
    onlyDeep: true,
    agents: { codex: '0.166.0' },
    steps: [
      { run: 'echo \uD83D' },
      [{ say: 'x' }, { run: "printf '\uDE00'" }, { run: 'echo 2' }],
      { actions: [{ say: 'Done.' }], times: 4 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a large result of a tool server': {
    onlyDeep: true,
    agents: { codex: '0.153.0' },
    files: largeToolServer.files,
    steps: [mcp('large'), { say: 'Read.' }],
    turns: [{ prompt: 'begin', mcpServers: largeToolServer.servers }],
  },
  'a compaction in a turn with an image, a kill, and a fork': {
    onlyDeep: true,
    agents: { codex: '0.153.0' },
    files: { 'dot.png': DOT },
    steps: [
      {
        actions: [{ think: 'one' }, { say: 'I look.' }, { run: 'echo 1' }],
        usage: { input: 50_000 },
      },
      { say: 'A summary.' },
      WAIT,
      { actions: [{ say: 'Said.' }], delay: 300, times: 8 },
    ],
    turns: [
      { ...signalled('SIGKILL'), images: ['dot.png'], ...COMPACT },
      (before) => ({ ...forked('elsewhere')(before), ...COMPACT }),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'a tool that there is not, in a script': {
    onlyDeep: true,
    agents: { codex: '0.144.0' },
    files: mixedToolServer.files,
    steps: [[{ say: 'I look.' }, mcp('two-images'), mcp('not-there')], { say: 'Seen.' }],
    turns: [{ prompt: 'begin', mcpServers: mixedToolServer.servers }],
  },
};
