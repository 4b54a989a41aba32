import { hooks, settings } from './gemini-prompts.js';
import { brokenTool, type FreshScenarios, resumed, tool } from './scenario.js';

/** Before, what comes behind a compression is in a second file, unless it is the same minute. */
const KEEPS_COMPRESSED = { gemini: '0.25.0' };

/** Long enough to be compressed, and no loop. */
const LONG = Array.from({ length: 400 }, (_, index) => `word ${index}`).join(' ');

/** More of what Gemini CLI alone can be brought to do: too many for every run of the suite. */
export const geminiOnlyScenarios: FreshScenarios = {
  'a compression': {
    onlyDeep: true,
    agents: KEEPS_COMPRESSED,
    files: settings({ model: { compressionThreshold: 0.0005 } }),
    steps: [
      { say: LONG },
      { actions: [{ say: 'Two.' }], usage: { input: 2000 } },
      { say: 'Three.' },
    ],
    turns: [{ prompt: LONG }, resumed('go on'), resumed('more')],
  },
  'a compression in the second turn': {
    onlyDeep: true,
    agents: KEEPS_COMPRESSED,
    files: settings({ model: { compressionThreshold: 0.0005 } }),
    steps: [{ say: LONG }, { say: 'Two.' }],
    turns: [{ prompt: LONG }, resumed('go on')],
  },
  'two compressions, in the middle of turns': {
    onlyDeep: true,
    agents: KEEPS_COMPRESSED,
    files: settings({ model: { compressionThreshold: 0.0005 } }),
    steps: [
      { say: LONG },
      { actions: [{ say: 'Two.' }, { run: 'echo 1' }], usage: { input: 20_000 } },
      { say: LONG },
      { actions: [{ say: 'Four.' }, { run: 'echo 2' }], usage: { input: 30_000 } },
      { say: 'Five.' },
      { say: 'Six.' },
    ],
    turns: [{ prompt: LONG }, resumed(LONG), resumed(LONG), resumed('more')],
  },
  'wrong arguments': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n' },
    steps: [
      tool('run_shell_command', { command: 5 }),
      tool('run_shell_command', { command: '' }),
      tool('run_shell_command', {}),
      [tool('read_file', {}), tool('read_file', { file_path: ['a.txt'] })],
      tool('write_file', { file_path: 'a.txt' }),
      tool('replace', { file_path: 'a.txt', old_string: 'gone', new_string: 'x' }),
      tool('write_todos', { todos: 'none' }),
      tool('glob', { pattern: '*.txt', extra: { deep: [1, null] } }),
      { say: 'Refused.' },
    ],
  },
  'calls that are no JSON': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      [{ say: 'Broken.' }, brokenTool('run_shell_command', '{"command": "echo 1"')],
      { say: 'Mended.' },
    ],
  },
  'a command that is silent for too long': {
    onlyDeep: true,
    files: settings({ tools: { shell: { inactivityTimeout: 2 } } }),
    steps: [{ run: 'echo early; sleep 40' }, { run: 'sleep 40' }, { say: 'Late.' }],
  },
  'a command in the background': {
    onlyDeep: true,
    steps: [
      tool('run_shell_command', { command: 'sleep 1; echo behind', is_background: true }),
      tool('list_background_processes'),
      { run: 'sleep 2 & echo before' },
      { say: 'It runs.' },
    ],
  },
  'no turns left': {
    onlyDeep: true,
    files: settings({ model: { maxSessionTurns: 2 } }),
    steps: [{ run: 'echo 1' }, { run: 'echo 2' }, { run: 'echo 3' }, { say: 'Done.' }],
  },
  'going in circles': {
    onlyDeep: true,
    steps: [{ actions: [{ run: 'echo same' }], times: 8 }, { say: 'Out of it.' }],
  },
  'a search of the web': {
    onlyDeep: true,
    steps: [{ search: 'ripe plums' }, { say: 'They are ripe.' }],
  },
  'a word, then a search of the web': {
    onlyDeep: true,
    steps: [[{ say: 'I look.' }, { search: 'ripe plums' }], { say: 'They are ripe.' }],
  },
  'more tools': {
    onlyDeep: true,
    files: { 'a.txt': 'one\ntwo\n', 'sub/b.txt': 'two\n' },
    steps: [
      [tool('list_directory', { dir_path: '.', path: '.' }), tool('glob', { pattern: '**/*' })],
      tool('grep_search', { pattern: 'two' }),
      tool('search_file_content', { pattern: 'two' }),
      tool('read_many_files', { include: ['*.txt'], paths: ['*.txt'] }),
      tool('read_file', { file_path: 'a.txt', start_line: 2, end_line: 2 }),
      tool('save_memory', { fact: 'Plums are ripe.' }),
      tool('update_topic', { title: 'Plums', summary: 'Ripe ones.', strategic_intent: 'Eat.' }),
      tool('web_fetch', { prompt: 'What is on http://127.0.0.1:9/plum?' }),
      { say: 'Seen.' },
    ],
  },
  'prompts that look like commands': {
    onlyDeep: true,
    files: { '.gemini/commands/plum.toml': 'prompt = "Tell me about {{args}} plums."\n' },
    steps: ['One.', 'Two.', 'Three.'].map((say) => ({ say })),
    turns: [{ prompt: '/unknown thing' }, resumed('/plum ripe'), resumed('@gone.txt and \\@a')],
  },
  'hooks that refuse': {
    onlyDeep: true,
    files: hooks(
      'if (JSON.stringify(input).includes("refuse")) return { decision: "deny", reason: "No plums." };',
      'BeforeTool',
    ),
    steps: [{ run: 'echo 1' }, { run: 'echo refuse' }, { say: 'Hooked.' }],
  },
  'a reply cut behind a call': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      { fault: { cut: true, after: 3, times: 1 }, actions: [{ say: 'Look.' }, { run: 'echo 2' }] },
      { say: 'Again.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
};
