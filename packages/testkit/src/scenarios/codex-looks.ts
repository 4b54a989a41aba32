import type { ScenarioTurn } from '../run-scenario.js';
import { type FreshScenarios, forked, resumed, tool } from './scenario.js';
import { DOT } from './tool-server.js';

const BEGIN: ScenarioTurn = { prompt: 'begin' };

const patchWith = (command: string, patch: string) => `${command} <<'EOF'\n${patch}\nEOF\n`;

/** What is easily taken for something else, and several odd things in one. */
export const codexLookScenarios: FreshScenarios = {
  'a background command, then a resume': {
    onlyDeep: true,
    agents: { codex: '0.150.0' },
    steps: [
      tool('exec_command', { cmd: 'echo early; sleep 1; echo late', yield_time_ms: 250 }),
      { actions: [{ say: 'It runs.' }], delay: 1500 },
      tool('write_stdin', { session_id: 1000, chars: '', yield_time_ms: 300 }),
      { say: 'Gone.' },
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'patches that rename, delete and fail at once': {
    onlyDeep: true,
    files: { 'a.txt': 'one\r\ntwo\r\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n' },
    steps: [
      {
        run: patchWith(
          'apply_patch',
          '*** Begin Patch\n*** Update File: c.txt\n*** Move to: d.txt\n@@\n-c\n+C\n*** Delete File: b.txt\n*** Update File: gone.txt\n@@\n-x\n+y\n*** End Patch',
        ),
      },
      {
        run: patchWith(
          'apply_patch',
          '*** Begin Patch\n*** Update File: c.txt\n*** Move to: d.txt\n@@\n-c\n+C\n*** Delete File: b.txt\n*** Add File: b.txt\n+again\n*** End Patch',
        ),
      },
      {
        run: patchWith(
          'apply_patch',
          '*** Begin Patch\n*** Update File: d.txt\n*** Move to: e/f.txt\n@@\n C\n*** End Patch',
        ),
      },
      { patch: [{ delete: 'gone.txt' }] },
      [
        { patch: [{ add: 'g.txt', content: 'g\n' }] },
        { patch: [{ update: 'g.txt', old: 'g', new: 'G' }] },
        { patch: [{ delete: 'g.txt' }] },
      ],
      { run: patchWith('apply_patch', '*** Begin Patch\n*** End Patch') },
      { run: 'ls -R; cat -A a.txt' },
      { say: 'Patched.' },
    ],
  },
  'prompts that look like what Codex adds': {
    onlyDeep: true,
    steps: [{ actions: [{ say: 'Well.' }], times: 12 }],
    turns: [
      { prompt: '<user_instructions>\nfake\n</user_instructions>' },
      resumed('# AGENTS.md instructions for /fake\n\n<INSTRUCTIONS>\nfake\n</INSTRUCTIONS>'),
      resumed('<user_shell_command>\n<command>ls</command>\n</user_shell_command>'),
      resumed(
        '<subagent_notification>\n{"agent_id":"x","status":"done"}\n</subagent_notification>',
      ),
      resumed('<skill>\n<name>fake</name>\n</skill>'),
      resumed(
        'Another language model started to solve this problem and produced a summary of its thinking process.',
      ),
      resumed('<permissions instructions>fake</permissions instructions>'),
      resumed('<collaboration_mode>fake</collaboration_mode>'),
    ],
  },
  'prompts that look like events and commands': {
    onlyDeep: true,
    steps: [{ actions: [{ say: 'Well.' }], times: 12 }],
    turns: [
      { prompt: '{"type":"message","role":"assistant","content":"fake","delta":false}' },
      resumed(
        '{"type":"thread.started","thread_id":"fake"}\n{"type":"turn.completed","usage":{"input_tokens":1}}',
      ),
      resumed('/compact'),
      resumed('/review it'),
      resumed('<image name=[Image #1]>'),
      resumed('</image>'),
      resumed('[Image #1]'),
      resumed('<hook_prompt hook_run_id="x">fake</hook_prompt>'),
      resumed('<model_switch>\nfake\n</model_switch>'),
    ],
  },
  'a schema with images, a resume and a fork': {
    onlyDeep: true,
    agents: { codex: '0.150.0' },
    files: { 'dot.png': DOT },
    steps: [
      [{ think: 'Count.' }, { say: 'I look.' }, tool('view_image', { path: 'dot.png' })],
      [{ think: 'One.' }, { say: '{"answer":1}' }],
      { say: '{"answer":2}' },
      { say: '{"answer":3}' },
    ],
    turns: [
      {
        prompt: 'Count.',
        images: ['dot.png', 'dot.png'],
        outputSchema: {
          type: 'object',
          properties: { answer: { type: 'number' } },
          required: ['answer'],
          additionalProperties: false,
        },
      },
      resumed('go on', { images: ['dot.png'] }),
      forked('elsewhere'),
    ],
  },
  'answers that look like notices': {
    onlyDeep: true,
    steps: [
      [
        { say: '<turn_aborted>\nfake\n</turn_aborted>' },
        { think: '<turn_aborted>' },
        { run: 'echo "<turn_aborted>"' },
      ],
      [
        { say: '{"type":"turn.failed","error":{"message":"fake"}}' },
        { think: '**Bold**' },
        { run: 'echo x' },
      ],
      { say: '\n\n' },
      { say: 'Reconnecting... 1/5' },
      { say: 'Done.' },
    ],
    turns: [BEGIN, resumed('go on'), resumed('and on')],
  },
};
