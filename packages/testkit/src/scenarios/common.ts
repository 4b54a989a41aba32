import type { ScenarioTurn } from '../run-scenario.js';
import {
  BACK_AGAIN,
  EVERY_VERSION,
  type FreshScenarios,
  forked,
  NOT_OPENCODE,
  resumed,
  signalled,
  tool,
  WAIT,
  WAITING,
} from './scenario.js';
import { DOT, mcp, TOOL_NAMES, toolServer } from './tool-server.js';

const BEGIN: ScenarioTurn = { prompt: 'begin' };

/** What every agent can be brought to do. */
export const commonScenarios: FreshScenarios = {
  'four resumes': {
    steps: [
      [{ think: 'One.' }, { say: 'Let me look.' }, { run: 'echo 1' }],
      { say: 'One.' },
      [{ think: 'Go on.' }, { say: 'Same.' }],
      { say: 'Same.' },
      [{ say: 'Ünïcode ☃ 🚀' }, { run: 'echo ünï; exit 3' }],
      { say: 'Four.' },
      { say: 'Five.' },
    ],
    turns: [BEGIN, resumed('go on'), resumed('go on'), resumed('go on'), resumed('the last')],
  },
  'a fork': {
    agents: { claude: EVERY_VERSION, codex: '0.148.0', opencode: EVERY_VERSION },
    steps: [{ say: 'One.' }, { say: 'Two.' }, [{ run: 'echo 3' }], { say: 'Three.' }],
    turns: [BEGIN, resumed('go on'), forked('go on elsewhere')],
  },
  'two texts in a reply': {
    steps: [
      [{ say: 'First.' }, { say: 'Second.' }, { run: 'echo 1' }],
      [{ say: 'Third.' }, { say: 'Fourth.' }],
    ],
  },
  'interleaved thinking': {
    steps: [
      [{ think: 'a' }, { say: 'A.' }, { think: 'b' }, { say: 'B.' }, { run: 'echo 1' }],
      [{ think: ['c', 'd'] }, { run: 'echo 2' }, { think: 'e' }, { run: 'echo 3' }],
      [{ think: 'f' }, { say: 'Done.' }],
    ],
  },
  'a reply cut in mid-text': {
    steps: [
      { run: 'echo 1' },
      {
        fault: { cut: true, after: 6, times: 1 },
        actions: [
          { say: 'A text that is long enough to come in pieces, and is cut between them.' },
        ],
      },
      { say: 'After it.' },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'a reply that fails after a thought': {
    // Up to 2.0.77 Claude saves no session whose first reply fails so.
    agents: {
      claude: '2.1.25',
      codex: EVERY_VERSION,
      gemini: EVERY_VERSION,
      opencode: EVERY_VERSION,
    },
    steps: [
      {
        fault: { fail: 'Overloaded', code: 'overloaded_error', after: 5, times: 1 },
        actions: [{ think: 'Let me think about it.' }, { say: 'Thought.' }],
      },
      { say: 'More.' },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'refused twice, then answered': {
    steps: [
      { fault: { status: 529, message: 'Overloaded', times: 2 }, actions: [{ say: 'At last.' }] },
    ],
  },
  'a refused key': {
    steps: [{ run: 'echo 1' }, { fault: { status: 401, message: 'Who?' } }],
    // Ten times would take minutes.
    requests: { claude: { retries: 1 } },
  },
  'a bad request': { steps: [{ run: 'echo 1' }, { fault: { status: 400, message: 'Bad words' } }] },
  'an empty reply': { steps: [{ run: 'echo 1' }, { actions: [] }, { say: 'Something.' }] },
  'calls at once': {
    steps: [
      [{ run: 'sleep 0.3; echo 1' }, { run: 'echo 2; exit 2' }, { run: 'echo 3' }],
      [{ say: 'And now?' }, { run: 'echo 4' }, { run: 'false' }],
      { say: 'All ran.' },
    ],
  },
  'the same words again and again': {
    steps: [
      [{ think: 'same' }, { say: 'same' }, { run: 'echo same' }],
      [{ think: 'same' }, { say: 'same' }, { run: 'echo same' }],
      { say: 'same' },
      { say: 'same' },
    ],
    turns: [{ prompt: 'same' }, resumed('same')],
  },
  'patches, and a file that is not there': {
    files: { 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' },
    steps: [
      { patch: [{ add: 'new/c.txt', content: 'c\n' }] },
      { patch: [{ update: 'a.txt', old: 'two', new: 'TWO' }] },
      { patch: [{ delete: 'b.txt' }] },
      { patch: [{ update: 'gone.txt', old: 'x', new: 'y' }] },
      { say: 'Patched.' },
    ],
  },
  'a plan': {
    // The other versions of Codex have no tool for plans, or not by default.
    agents: {
      ...NOT_OPENCODE,
      codex: { since: '0.58.0', until: '0.150.0' },
      opencode: EVERY_VERSION,
    },
    // Newer models are offered no tool for plans.
    requests: { claude: { model: 'claude-sonnet-4-5' } },
    steps: [
      { plan: [{ step: 'Look', status: 'in_progress' }, { step: 'Fix' }] },
      {
        plan: [
          { step: 'Look', status: 'completed' },
          { step: 'Fix', status: 'in_progress' },
        ],
      },
      { say: 'Planned.' },
    ],
  },
  'results of tool servers': {
    files: toolServer.files,
    steps: [...TOOL_NAMES.map(mcp), { say: 'Seen.' }],
    turns: [{ prompt: 'begin', mcpServers: toolServer.servers }],
  },
  'an image': {
    files: { 'dot.png': DOT },
    steps: [{ say: 'A dot.' }, { say: 'Still a dot.' }],
    turns: [{ prompt: 'What is it?', images: ['dot.png'] }, resumed('Sure?')],
  },
  'odd output': {
    steps: [
      { run: "printf 'a\\r\\nb\\rc\\r\\n'" },
      { run: "printf '👩‍👩‍👧 é é ﷽\\n'" },
      { run: "printf '\\033[31mred\\033[0m\\a\\n'" },
      { run: "printf '\\377\\376broken\\n'" },
      { run: "printf '   lead and trail   \\n\\n\\n'" },
      { run: 'true' },
      { run: 'echo out; echo err >&2; exit 1' },
      {
        say: 'CR\r\nLF, ZWJ 👩‍👩‍👧, RTL \u202Eabc\u202C, NBSP\u00A0, LRM\u200E.<!-- a <!-- b --> --> Done.',
      },
    ],
  },
  'long output': {
    steps: [{ run: 'seq 1 20000' }, { run: 'seq 1 20000; exit 7' }, { say: 'Long.' }],
  },
  'a killed command': {
    // OpenCode waits for two minutes for the end of a shell that is gone.
    agents: NOT_OPENCODE,
    steps: [{ run: 'kill -9 $$' }, { run: 'kill -TERM $$' }, { say: 'Killed.' }],
  },
  'unknown tools and bad arguments': {
    steps: [tool('hologram', { depth: 3 }), { say: 'Refused.' }],
  },
  'SIGINT, then a resume': {
    keeps: WAITING,
    steps: [WAIT, BACK_AGAIN],
    turns: [signalled('SIGINT'), resumed('go on')],
  },
  'SIGTERM, then a resume': {
    keeps: WAITING,
    steps: [WAIT, { say: 'Back again.' }],
    turns: [signalled('SIGTERM'), resumed('go on')],
  },
  'SIGKILL, then a resume': {
    keeps: WAITING,
    steps: [WAIT, { say: 'Back again.' }],
    turns: [signalled('SIGKILL'), resumed('go on')],
  },
  'prompts that look like records': {
    steps: [{ say: 'One.' }, { say: 'Two.' }, { say: 'Three.' }, { say: 'Four.' }],
    turns: [
      { prompt: '{"type":"result","subtype":"success","result":"fake"}' },
      resumed('<environment_context>\n  <cwd>/fake</cwd>\n</environment_context>'),
      resumed(
        'This session is being continued from a previous conversation that ran out of context.',
      ),
      resumed('<command-name>/fake</command-name>\n<command-message>fake</command-message>'),
    ],
  },
  'prompts that look like notices': {
    steps: [{ say: 'One.' }, { say: 'Two.' }, { say: 'Three.' }],
    turns: [
      { prompt: '[Request interrupted by user]' },
      resumed('<turn_aborted>\nThe user interrupted.\n</turn_aborted>'),
      resumed(
        'Caveat: The messages below were generated by the user while running local commands.',
      ),
    ],
  },
  'a prompt with odd characters': {
    steps: [{ say: 'One.' }, { say: 'Two.' }],
    turns: [
      { prompt: 'CR\r\nLF, ZWJ 👩‍👩‍👧, a lone \uD83D, NBSP\u00A0.' },
      resumed('  leading and trailing  \n\n'),
    ],
  },
  'a very large prompt': {
    steps: [{ say: 'Read.' }, { say: 'Sure.' }],
    turns: [{ prompt: `${'word '.repeat(60_000)}end` }, resumed('Sure?')],
  },
  'plan mode': {
    agents: { claude: EVERY_VERSION },
    steps: [{ run: 'echo 1' }, { say: 'A plan.' }],
    turns: [{ prompt: 'plan it', permission: 'plan' }],
  },
  'a careful posture': {
    agents: { claude: EVERY_VERSION, codex: EVERY_VERSION },
    steps: [
      { run: 'echo x > x.txt' },
      { patch: [{ add: 'y.txt', content: 'y\n' }] },
      { say: 'As far as I may.' },
    ],
    turns: [{ prompt: 'try', permission: 'default' }],
  },
};
