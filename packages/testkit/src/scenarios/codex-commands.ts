import { brokenTool, type FreshScenarios, tool } from './scenario.js';

/** By which Codex says that a command goes on: in words, or to a script. */
const SESSION = 'session(?: ID |_id":)(\\d+)';

/** The tool for commands that go on has to be switched on in older versions. */
const UNIFIED = { codex: { settings: { 'features.unified_exec': true } } };
/** Before, each input to a command was printed as the command once more. */
const UNIFIED_SINCE = { codex: '0.66.0' };
/** Some versions print the end of a command a while after the call returned, if the turn lasts. */
const PAUSE = 500;

const start = (cmd: string, more: Readonly<Record<string, unknown>> = {}) =>
  tool('exec_command', { cmd, yield_time_ms: 400, ...more });

const write = (chars: string, wait: number) => ({
  tool: {
    name: 'write_stdin',
    arguments: { chars, yield_time_ms: wait },
    found: { session_id: SESSION },
  },
});

/** Commands that take their time, and calls that are no calls. */
export const codexCommandScenarios: FreshScenarios = {
  'commands that take a while': {
    onlyDeep: true,
    steps: [
      { run: 'echo early; sleep 0.6; echo late' },
      { run: 'echo early; sleep 0.6' },
      { run: 'sleep 0.6; echo late; exit 3' },
      { say: 'It took a while.' },
    ],
  },
  'a command that is written to': {
    onlyDeep: true,
    agents: UNIFIED_SINCE,
    steps: [
      start('echo ready; read x; echo got $x; exit 3', { tty: true }),
      write('blue\n', 3000),
      { actions: [{ say: 'Written.' }], delay: PAUSE },
    ],
    turns: [{ prompt: 'begin', ...UNIFIED }],
  },
  'a command in the background': {
    onlyDeep: true,
    agents: UNIFIED_SINCE,
    steps: [
      [{ say: 'It may take a while.' }, start('echo early; sleep 2; echo late')],
      { run: 'echo meanwhile' },
      write('', 5000),
      { actions: [{ say: 'Both ran.' }], delay: PAUSE },
    ],
    turns: [{ prompt: 'begin', ...UNIFIED }],
  },
  'words behind a call': {
    onlyDeep: true,
    steps: [
      [{ run: 'echo 1' }, { say: 'Meanwhile.' }, { run: 'echo 2' }, { think: 'And then?' }],
      { say: 'Both ran.' },
    ],
  },
  'scripts that call nothing': {
    onlyDeep: true,
    steps: [
      tool('exec', { input: 'text("nothing to call");' }),
      tool('exec', { input: 'throw new Error("no");' }),
      { run: 'echo 1' },
      { say: 'Computed.' },
    ],
  },
  'a command that takes too long': {
    onlyDeep: true,
    // Later versions let a command go on in the background instead.
    agents: { codex: { until: '0.98.0' } },
    steps: [
      tool('shell', { command: ['bash', '-lc', 'echo early; sleep 30'], timeout_ms: 400 }),
      { say: 'It took too long.' },
    ],
  },
  'a command of a tool that may not be offered': {
    onlyDeep: true,
    steps: [
      start('echo early; sleep 1; echo late'),
      { run: 'echo 2' },
      { actions: [{ say: 'Done.' }], delay: PAUSE },
    ],
  },
  'calls that are no JSON': {
    onlyDeep: true,
    steps: [
      brokenTool('exec_command', '{"cmd": "echo 1'),
      brokenTool('shell', 'echo 2'),
      [brokenTool('update_plan', '{"plan": [}'), { run: 'echo 3' }],
      brokenTool('exec_command', '{"cmd":"echo 4"} and more'),
      brokenTool('view_image', '[]'),
      { say: 'Refused.' },
    ],
  },
};
