import {
  BACK_AGAIN,
  type FreshScenarios,
  forked,
  resumed,
  signalled,
  tool,
  WAIT,
} from './scenario.js';
import { DOT } from './tool-server.js';

const PATCH = `*** Begin Patch
*** Add File: new.txt
+new
*** Update File: a.txt
*** Move to: moved/a.txt
@@
-one
+ONE
*** Delete File: b.txt
*** End Patch`;

const patchWith = (command: string, patch: string) => `${command} <<'EOF'\n${patch}\nEOF\n`;

export const codexScenarios: FreshScenarios = {
  'three turns': {
    steps: [
      { run: 'echo 1' },
      { say: 'One.' },
      [{ think: 'Go on.' }, { say: 'Two.' }],
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on'), resumed('go on')],
  },
  'an interrupt in mid-command': { steps: [WAIT], turns: [signalled('SIGINT')] },
  'a kill in mid-command': { steps: [WAIT], turns: [signalled('SIGKILL')] },
  'a turn after an interrupt': {
    steps: [WAIT, BACK_AGAIN],
    turns: [signalled('SIGINT'), resumed('go on')],
  },
  'an image for the first turn': {
    steps: [{ say: 'A dot.' }, { say: 'Still a dot.' }],
    files: { 'dot.png': DOT },
    turns: [{ prompt: 'What is it?', images: ['dot.png'] }, resumed('Sure?')],
  },
  'an output schema': {
    steps: [[{ think: 'As JSON.' }, { say: '{"answer":42}' }]],
    turns: [{ prompt: 'answer', outputSchema: { type: 'object', additionalProperties: false } }],
  },
  'a compaction': {
    steps: [
      { actions: [{ think: 'one' }, { run: 'echo 1' }], usage: { input: 50_000 } },
      { say: 'One.' },
      { say: 'Two.' },
      // Newer versions summarise once more before the second turn.
      { say: 'Three.' },
    ],
    turns: [
      { prompt: 'begin', codex: { settings: { model_auto_compact_token_limit: 30_000 } } },
      resumed('go on'),
    ],
  },
  'a sub-agent': {
    agents: { codex: '0.150.0' },
    // Which of the two asks first is chance, so both are told the same.
    steps: [
      {
        tool: {
          namespace: 'multi_agent_v1',
          name: 'spawn_agent',
          arguments: { message: 'Count.' },
        },
      },
      { actions: [{ say: 'Done.' }], times: 3 },
    ],
  },
  'words of a sub-agent': {
    agents: { codex: { since: '0.93.0', until: '0.111.0' } },
    onlyDeep: true,
    // Which of the two asks first is chance. Where it is the sub-agent, its parent is done too soon.
    uncounted: 'What a sub-agent used is in the file of its session.',
    steps: [
      tool('spawn_agent', { message: 'Count.' }),
      { run: 'sleep 2; echo 1' },
      { say: 'Counted.' },
      { actions: [{ say: 'Done.' }], times: 2 },
    ],
    turns: [
      {
        prompt: 'begin',
        codex: { settings: { 'features.collab': true, 'features.multi_agent': true } },
      },
    ],
  },
  'a review': {
    // Before, `review` took no \`--json\`.
    agents: { codex: '0.79.0' },
    onlyDeep: true,
    uncounted: 'What a review used is in the file of a session that the review had to itself.',
    steps: [{ say: 'Looks good.' }],
    turns: [{ prompt: 'Look at it', extraArgs: ['review'] }],
  },
  'a fork of one turn': {
    agents: { codex: '0.150.0' },
    steps: [{ say: 'One.' }, [{ run: 'echo 2' }], { say: 'Two.' }],
    turns: [{ prompt: 'begin' }, forked('go on elsewhere')],
  },
  'thoughts in several parts': {
    steps: [
      [{ think: ['**One**\n\nFirst.', 'Second.'] }, { run: 'echo 1' }],
      [{ think: 'Last.' }, { say: 'Done.' }],
    ],
  },
  'the same words as the prompt': {
    steps: [
      [{ think: 'same' }, { say: 'same' }, { run: 'echo same' }],
      [{ think: 'same' }, { say: 'same' }, { run: 'echo same' }],
      { say: 'same' },
    ],
    turns: [{ prompt: 'same' }],
  },
  'patches of all sorts': {
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n', 'sub/c.txt': 'three\n' },
    steps: [
      { run: patchWith('apply_patch', PATCH) },
      {
        run: patchWith(
          'cd sub && apply_patch',
          '*** Begin Patch\n*** Delete File: c.txt\n*** End Patch',
        ),
      },
      {
        run: patchWith('apply_patch', '*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch'),
      },
      {
        run: patchWith(
          'apply_patch',
          '*** Begin Patch\n*** Add File: /dev/null/x\n+x\n*** End Patch',
        ),
      },
      { patch: [{ add: 'last.txt', content: 'last\n' }] },
      { say: 'Patched.' },
    ],
  },
  'calls and a patch at once': {
    steps: [
      [
        { run: 'sleep 0.2; echo 1' },
        { run: 'echo 2' },
        { patch: [{ add: 'p.txt', content: 'p\n' }] },
      ],
      [{ say: 'And now?' }, { run: 'echo 3; exit 3' }, { run: 'echo 4' }],
      { say: 'All ran.' },
    ],
  },
  'commands that need quoting': {
    steps: [
      { run: `echo 'one' "two" $HOME \`echo three\`` },
      { run: `printf '%s\\n' "it's"\necho 'ünï ☃'\n` },
      { run: 'cat <<X\nhere $((1+1))\nX\n' },
      { run: '  true # \\' },
      { say: 'Quoted.' },
    ],
  },
  'long output of two commands': {
    steps: [{ run: 'seq 1 20000' }, { run: 'seq 1 20000; exit 7' }, { say: 'Long.' }],
  },
  'a command that outlives the turn': {
    agents: { codex: '0.150.0' },
    steps: [
      {
        tool: { name: 'exec_command', arguments: { cmd: 'echo 1; sleep 60', yield_time_ms: 250 } },
      },
      { say: 'It runs on.' },
    ],
  },
  'calls that are refused': {
    steps: [
      { tool: { name: 'hologram', arguments: { a: 1 } } },
      { tool: { name: 'exec_command', arguments: { cmd: 5 } } },
      { tool: { name: 'update_plan', arguments: { plan: 'none' } } },
      { tool: { name: 'view_image', arguments: { path: 'none.png' } } },
      { say: 'Refused.' },
    ],
  },
  'a sandbox that forbids it': {
    steps: [
      { run: 'echo x > x.txt' },
      { patch: [{ add: 'y.txt', content: 'y\n' }] },
      { say: 'Forbidden.' },
    ],
    turns: [{ prompt: 'try', permission: 'default' }],
  },
  'a broken stream': {
    steps: [
      [{ think: 'Before.' }, { run: 'echo 1' }],
      {
        fault: { cut: true, after: 8, times: 1 },
        actions: [{ think: 'Again.' }, { say: 'Here I am.' }],
      },
    ],
  },
  'a failure after a command': {
    steps: [
      [{ say: 'Before.' }, { run: 'echo 1' }],
      { fault: { status: 400, message: 'No more.' } },
    ],
  },
  'a message of two parts': {
    steps: [
      [{ say: 'One. ', also: ['Two.'] }, { run: 'echo 1' }],
      [{ think: 'Again.' }, { say: 'same', also: ['same', ''] }],
    ],
  },
  'a web search': {
    steps: [
      [{ think: 'I look it up.' }, { search: 'ripe plums' }],
      [{ think: 'Found.' }, { say: 'They are ripe.' }, { run: 'echo 1' }],
      { say: 'Done.' },
    ],
    turns: [
      {
        prompt: 'search',
        // Codex offers no search to the default model of newer versions.
        model: 'gpt-5',
        codex: { settings: { 'tools.web_search': true, web_search: 'live' } },
      },
    ],
  },
  'failures in the sandbox': {
    onlyDeep: true,
    steps: [{ run: 'echo early; exit 3' }, { say: 'It failed.' }],
    turns: [{ prompt: 'begin', permission: 'acceptEdits' }],
  },
  'rules of the house': {
    files: { 'AGENTS.md': '# Rules\n\nBe brief.\n' },
    steps: [{ say: 'Brief.' }, { say: 'Still brief.' }],
    turns: [{ prompt: '<environment_context> is what?' }, resumed('# AGENTS.md is what?')],
  },
};
