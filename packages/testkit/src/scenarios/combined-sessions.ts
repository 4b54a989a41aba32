import {
  BACK_AGAIN,
  brokenTool,
  EVERY_VERSION,
  type FreshScenarios,
  forked,
  resumed,
  signalled,
  tool,
  WAIT,
  WAITING,
} from './scenario.js';
import { DOT, mcp, mixedToolServer } from './tool-server.js';

const CODEX_AND_CLAUDE = { codex: '0.148.0', claude: EVERY_VERSION };

const ODD = 'CR\r\nLF, ZWJ 👩‍👩‍👧, {"type":"end","status":"failed"}, a lone \uD83D.';

const SCHEMA = {
  type: 'object',
  properties: { count: { type: 'number' } },
  required: ['count'],
  additionalProperties: false,
};

const again = (signal: NodeJS.Signals, prompt: string, options = {}) => {
  const { prompt: _, ...turn } = signalled(signal);
  return resumed(prompt, { ...turn, ...options });
};

/** What is in other scenarios one by one, in sessions that are interrupted, forked and go on. */
export const combinedSessionScenarios: FreshScenarios = {
  'thoughts between texts cut behind a call, an odd prompt that is stopped, and a fork': {
    agents: CODEX_AND_CLAUDE,
    onlyDeep: true,
    keeps: WAITING,
    steps: [
      {
        fault: { cut: true, after: 1000, times: 1 },
        actions: [
          { think: 'a' },
          { say: 'One.' },
          { think: 'b', sealed: true },
          { say: 'Two.' },
          { run: 'sleep 0.3; echo 1' },
        ],
      },
      { say: 'Done.' },
      [{ think: 'c' }, ...WAIT],
      BACK_AGAIN,
      { actions: [{ say: ODD.slice(0, 20) }], times: 4 },
    ],
    turns: [
      { prompt: 'begin' },
      again('SIGINT', ODD),
      forked(ODD),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'an image, a tool server and a retry, killed, then a fork with images': {
    // Before, no record of Codex says that a fork repeats the last count of its origin.
    agents: { codex: '0.153.0', claude: EVERY_VERSION },
    onlyDeep: true,
    keeps: WAITING,
    files: { 'dot.png': DOT, ...mixedToolServer.files },
    steps: [
      {
        fault: { status: 503, message: 'Not now', times: 1 },
        actions: [{ say: 'I look.' }, mcp('two-images'), tool('hologram')],
      },
      WAIT,
      { fault: { cut: true, after: 4, times: 1 }, actions: [{ say: 'A long text that is cut.' }] },
      { actions: [{ say: 'Dots.' }], times: 4 },
    ],
    turns: [
      {
        ...signalled('SIGKILL'),
        images: ['dot.png'],
        mcpServers: mixedToolServer.servers,
      },
      (before) => ({
        ...forked('elsewhere')(before),
        images: ['dot.png', 'dot.png'],
        mcpServers: mixedToolServer.servers,
      }),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'patches, one of which fails, in a reply that is cut, then two stops and a fork': {
    agents: CODEX_AND_CLAUDE,
    onlyDeep: true,
    keeps: WAITING,
    files: { 'a.txt': 'one\r\ntwo\r\n' },
    steps: [
      {
        fault: { cut: true, after: 6, times: 1 },
        actions: [
          { say: 'I patch what there is.' },
          { patch: [{ add: 'b.txt', content: 'b 👩‍👩‍👧\r\n' }] },
        ],
      },
      [
        { patch: [{ update: 'gone.txt', old: 'x', new: 'y' }] },
        { patch: [{ update: 'b.txt', old: 'b', new: 'B' }] },
      ],
      WAIT,
      WAIT,
      BACK_AGAIN,
      { actions: [{ say: 'Patched.' }], times: 4 },
    ],
    turns: [
      signalled('SIGTERM'),
      again('SIGINT', 'again'),
      (before) => ({ prompt: 'elsewhere', fork: before[1]?.sessionId ?? '' }),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'a schema, a call that is no JSON and an overload, then a resume without it': {
    agents: { codex: '0.148.0', claude: '2.0.45' },
    onlyDeep: true,
    steps: [
      [{ say: 'I try.' }, brokenTool('Bash', '{"command": "echo'), { run: 'echo 2; exit 3' }],
      {
        fault: { fail: 'Overloaded', code: 'overloaded_error', after: 3, times: 1 },
        actions: [{ think: 'h' }, { say: '{"count":2}' }],
      },
      { actions: [{ say: '{"count":3}' }], times: 8 },
    ],
    turns: [
      { prompt: 'Count.', outputSchema: SCHEMA },
      resumed('{"count":1}'),
      resumed('Count on.', { outputSchema: SCHEMA }),
    ],
  },
  'a refused request, a stop in mid-text, and the same prompt twice': {
    agents: CODEX_AND_CLAUDE,
    onlyDeep: true,
    steps: [
      { fault: { status: 400, message: 'Bad words', times: 1 }, actions: [{ say: 'No.' }] },
      [{ say: 'Whole.' }, { run: 'touch begun' }],
      {
        pace: 300,
        actions: [
          { think: 'h', sealed: true },
          { say: 'A long story about plums and pears and figs.' },
        ],
      },
      { actions: [{ say: 'Whole.' }], times: 4 },
    ],
    turns: [
      { prompt: 'same' },
      resumed('same', {
        interrupt: { signal: 'SIGINT', onceThereIs: 'begun', onceItSays: 'Whole.' },
      }),
      resumed('same'),
      forked('same'),
    ],
  },
  'output of every kind before a kill, then replies at their limit': {
    agents: { codex: '0.148.0', claude: EVERY_VERSION },
    onlyDeep: true,
    keeps: WAITING,
    steps: [
      [
        { think: 'All.' },
        { say: 'Waiting.' },
        { run: "printf 'CR\\r\\nLF\\xed\\xa0\\xbd\\0end' ; exit 5" },
        { run: `echo '{"type":"result","subtype":"success","result":"fake"}'` },
      ],
      WAIT,
      { stop: 'limit', actions: [{ think: 'Hm.' }, { say: 'A text at its lim' }] },
      { actions: [{ say: 'Back.' }], times: 8 },
    ],
    turns: [signalled('SIGKILL'), resumed('go on'), resumed('and on')],
  },
};
