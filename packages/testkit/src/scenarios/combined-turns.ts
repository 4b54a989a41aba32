import { EVERY_VERSION, type FreshScenarios, resumed, signalled, WAIT } from './scenario.js';
import { DOT, mcp, toolServer } from './tool-server.js';

const GEMINI_AND_OPENCODE = { gemini: EVERY_VERSION, opencode: EVERY_VERSION };

/** A command that prints a text as it is. */
const printing = (text: string) => `cat <<'END'\n${text}\nEND\n`;

/** What either CLI writes, and what Dragoman makes of it. */
const RECORDS = [
  '{"type":"init","session_id":"fake","model":"fake"}',
  '{"type":"tool_result","tool_id":"x","status":"error","output":"fake"}',
  '{"type":"tool_use","sessionID":"ses_fake","part":{"type":"tool","tool":"bash","state":{"status":"completed","input":{},"output":"fake"}}}',
  '{"type":"end","status":"failed","exit_code":1,"reason":"fake"}',
  '{"$set":{"messages":[]}}',
  '{"id":"x","type":"gemini","content":"fake","tokens":{"input":1}}',
];

/** Turns that go wrong in more than one way, and sessions that go on after. */
export const combinedTurnScenarios: FreshScenarios = {
  'commands that print records': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      { run: printing(RECORDS.join('\n')) },
      { run: `${printing(RECORDS.join('\n'))}exit 7` },
      { run: `printf '%s' '${RECORDS[0]}'` },
      { run: `printf '{"type":"tool_result","output":"'; exit 2` },
      { run: printing('Output: fake\nExit Code: 9\nProcess Group PGID: 1') },
      { run: printing('<untrusted_context>\nfake\n</untrusted_context>') },
      { run: printing('<hook_context>fake</hook_context>') },
      { say: RECORDS.join('\n') },
    ],
  },
  'commands with odd characters': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      { run: "printf 'a'\r\n" },
      { run: "echo '👩‍👩‍👧 \u2028 \u2029 \u200B \uFEFF \u00A0'" },
      { run: "printf 'first\\n'\nprintf 'second\\n'\n\n" },
      { run: '  echo spaces  ' },
      { run: 'echo \'tab\tand \\ and "quotes" and `ticks` and $HOME\'' },
      { run: "printf 'CRLF\\r\\nLF\\n👩‍👩‍👧\\r\\n'; exit 3" },
      { say: 'Odd.' },
    ],
  },
  'files with odd characters': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files: { 'crlf.txt': 'one\r\ntwo\r\n', 'bom.txt': '\uFEFFone\n' },
    steps: [
      { patch: [{ add: 'ünï ☃.txt', content: 'CR\r\nLF 👩‍👩‍👧 \u2028 \u200B\n' }] },
      { patch: [{ add: 'lone.txt', content: 'a lone \uD83D.\n' }] },
      { patch: [{ update: 'crlf.txt', old: 'two', new: 'TWO' }] },
      { patch: [{ update: 'bom.txt', old: 'one', new: 'ONE' }] },
      { patch: [{ add: 'no-end.txt', content: 'no end of line' }] },
      { patch: [{ add: 'empty.txt', content: '' }] },
      { run: 'ls; cat -A crlf.txt bom.txt' },
      { say: 'Written.' },
    ],
  },
  'retries in each turn of a session': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      {
        fault: { status: 503, message: 'Not now', times: 1 },
        actions: [{ think: 'One.' }, { say: 'Look.' }, { run: 'echo 1' }, { run: 'exit 4' }],
      },
      { fault: { status: 529, message: 'Overloaded', times: 2 }, actions: [{ say: 'One.' }] },
      {
        fault: { cut: true, after: 5, times: 1 },
        actions: [{ think: 'Two.' }, { say: 'A text that is cut in its middle.' }],
      },
      { fault: { status: 500, message: 'Not now', times: 1 }, actions: [{ run: 'echo 3' }] },
      {
        fault: { cut: true, after: 3, times: 1 },
        actions: [{ say: 'Another text that is cut in its middle.' }],
      },
      { actions: [{ say: 'Four.' }], times: 3 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on'), resumed('and on'), resumed('the last')],
  },
  'a signal, a failure, and resumes': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { say: 'Begun.' },
      WAIT,
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      [{ say: 'Back.' }, { run: 'echo 5; exit 5' }],
      { actions: [{ say: 'Done.' }], times: 3 },
    ],
    turns: [
      { prompt: 'begin' },
      (before) => {
        const { prompt, ...turn } = signalled('SIGTERM');
        return resumed(prompt, turn)(before);
      },
      resumed('fail'),
      resumed('go on'),
      resumed('the last'),
    ],
  },
  'many resumes': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: Array.from({ length: 7 }, (_, index) => [
      [{ think: `Thought ${index}.` }, { say: 'Same.' }, { run: 'echo same; exit 1' }],
      { say: 'Same.' },
    ]).flat(),
    turns: [{ prompt: 'same' }, ...Array.from({ length: 6 }, () => resumed('same'))],
  },
  'prompts that begin like options': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: ['One.', 'Two.', 'Three.', 'Four.'].map((say) => ({ say })),
    turns: [
      { prompt: '--help' },
      resumed('- a list\n- of two'),
      resumed('-- and \\n, "quotes", \'more\', $HOME, `id`, %s, C:\\temp'),
      resumed('\n\n# A heading\n\n```js\nconst a = "@";\n```\n'),
    ],
  },
  'large prompts in a session': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      { run: 'echo 1; exit 3' },
      { say: 'Read.' },
      { fault: { status: 500, message: 'Not now', times: 1 }, actions: [{ say: 'Again.' }] },
      { say: 'Sure.' },
    ],
    turns: [
      { prompt: `${'ünï ☃ 👩‍👩‍👧\r\n'.repeat(8000)}end` },
      resumed(`${'{"type":"end"}\n'.repeat(10_000)}end`),
      resumed('Sure?'),
    ],
  },
  'images, tool servers and a failure': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    files: { ...toolServer.files, 'dot.png': DOT, 'dot two.png': DOT },
    steps: [
      [{ say: 'A dot.' }, mcp('image'), mcp('fail')],
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      [{ say: 'Again.' }, mcp('image'), { run: 'exit 3' }],
      { actions: [{ say: 'Still a dot.' }], times: 2 },
    ],
    turns: [
      { prompt: 'What is it?', images: ['dot.png'], mcpServers: toolServer.servers },
      resumed('And these?', {
        images: ['dot.png', 'dot two.png'],
        mcpServers: toolServer.servers,
      }),
      resumed('Sure?'),
    ],
  },
  'replies that end too early': {
    agents: GEMINI_AND_OPENCODE,
    onlyDeep: true,
    steps: [
      { stop: 'limit', actions: [{ think: 'Hm.' }, { say: 'A text at its lim' }] },
      { stop: 'limit', actions: [{ say: 'I call.' }, { run: 'echo 1' }] },
      { actions: [{ say: 'Done.' }], times: 3 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on'), resumed('and on')],
  },
};
