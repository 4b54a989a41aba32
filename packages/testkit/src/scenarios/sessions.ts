import {
  BACK_AGAIN,
  EVERY_VERSION,
  type FreshScenarios,
  forked,
  NOT_OPENCODE,
  resumed,
  signalled,
  WAIT,
  WAITING,
} from './scenario.js';
import { MIXED_TOOL_NAMES, mcp, mixedToolServer } from './tool-server.js';

const BEGIN = { prompt: 'begin' };

/** The same in the session that was interrupted. */
const signalledAgain = (signal: NodeJS.Signals) => {
  const { prompt, ...turn } = signalled(signal);
  return resumed(prompt, turn);
};

/** Sessions that go wrong and go on, and odd replies, of several agents. */
export const sessionScenarios: FreshScenarios = {
  'retries in a resumed session': {
    agents: NOT_OPENCODE,
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { say: 'Two.' },
      {
        fault: { cut: true, after: 4, times: 1 },
        actions: [{ think: 'Again.' }, { say: 'Three.' }, { run: 'echo 3' }],
      },
      { fault: { status: 500, message: 'Not now', times: 1 }, actions: [{ say: 'Four.' }] },
      { say: 'Five.' },
    ],
    turns: [BEGIN, resumed('go on'), resumed('and on')],
  },
  'a reply cut behind its call': {
    // Gemini CLI takes the turn out of its file.
    agents: { codex: EVERY_VERSION, claude: EVERY_VERSION },
    steps: [
      {
        fault: { cut: true, after: 1000, times: 1 },
        actions: [{ think: 'Hm.' }, { say: 'I look.' }, { run: 'sleep 0.3; echo 1' }],
      },
      { say: 'Done.' },
      { say: 'More.' },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'a failed turn, then two resumes': {
    agents: NOT_OPENCODE,
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { fault: { status: 400, message: 'Bad words', times: 1 }, actions: [{ say: 'Two.' }] },
      // Older versions ask again in the first turn.
      { actions: [{ say: 'Three.' }], times: 2 },
    ],
    turns: [BEGIN, resumed('go on'), resumed('and on')],
  },
  'two interrupts, then a resume': {
    agents: NOT_OPENCODE,
    keeps: WAITING,
    steps: [WAIT, WAIT, BACK_AGAIN],
    turns: [signalled('SIGTERM'), signalledAgain('SIGINT'), resumed('go on')],
  },
  'forks of a fork, and their origin': {
    agents: { codex: '0.148.0', claude: EVERY_VERSION },
    steps: [
      { say: 'One.' },
      [{ run: 'echo 2' }],
      { say: 'Two.' },
      { say: 'Three.' },
      { say: 'Four.' },
    ],
    turns: [
      BEGIN,
      forked('elsewhere'),
      (before) => ({ prompt: 'further', fork: before[1]?.sessionId ?? '' }),
      (before) => ({ prompt: 'here', resume: before[0]?.sessionId ?? '' }),
    ],
  },
  'half of a surrogate pair': {
    // Before 0.79, Codex didn't print why it asks again.
    agents: { codex: '0.79.0', claude: EVERY_VERSION, gemini: EVERY_VERSION },
    steps: [{ run: 'echo 1' }, { say: 'A lone \uD83D.' }, { say: 'Done.' }],
  },
  'words between calls': {
    agents: { claude: EVERY_VERSION, gemini: EVERY_VERSION },
    steps: [
      [{ say: 'Before.' }, { run: 'echo 1' }, { say: 'Between.' }, { run: 'echo 2' }, { say: 'x' }],
      { say: 'Done.' },
    ],
  },
  'a refusal without a word': {
    // Before 0.79, Codex didn't print why it asks again.
    agents: { codex: '0.79.0', claude: EVERY_VERSION, gemini: EVERY_VERSION },
    steps: [
      { stop: 'refusal', actions: [] },
      { actions: [{ say: 'Something else.' }], times: 2 },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'mixed results of tool servers': {
    agents: { codex: EVERY_VERSION, claude: EVERY_VERSION },
    onlyDeep: true,
    files: mixedToolServer.files,
    steps: [
      ...MIXED_TOOL_NAMES.map(mcp),
      MIXED_TOOL_NAMES.map(mcp),
      { say: 'Seen.' },
      { say: 'Again.' },
    ],
    turns: [
      { prompt: 'begin', mcpServers: mixedToolServer.servers },
      resumed('go on', { mcpServers: mixedToolServer.servers }),
    ],
  },
  'SIGINT, SIGTERM, then four resumes': {
    onlyDeep: true,
    agents: { codex: EVERY_VERSION, claude: EVERY_VERSION },
    keeps: WAITING,
    steps: [
      WAIT,
      WAIT,
      BACK_AGAIN,
      [{ think: 'Two.' }, { run: 'echo 2' }],
      { actions: [{ say: 'Two.' }], times: 3 },
    ],
    turns: [
      signalled('SIGINT'),
      signalledAgain('SIGTERM'),
      resumed('a'),
      resumed('b'),
      resumed('c'),
      resumed('d'),
    ],
  },
};
