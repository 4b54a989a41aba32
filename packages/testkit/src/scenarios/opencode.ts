import { subAgent } from './opencode-only.js';
import { type FreshScenarios, forked, resumed, tool } from './scenario.js';

// Each run takes seconds, so each does much.
export const opencodeScenarios: FreshScenarios = {
  'calls of all sorts, and a refused key': {
    files: { 'a.txt': 'one\n' },
    steps: [
      [
        { think: 'Let me look.' },
        { say: 'I will look: ünï ☃.' },
        { run: 'sleep 0.3; echo slow' },
        { run: 'echo quick; exit 3' },
      ],
      { patch: [{ add: 'new.txt', content: 'new\n' }] },
      { plan: [{ step: 'Find', status: 'in_progress' }, { step: 'Fix' }] },
      [tool('hologram', { depth: 3 }), tool('read', { depth: 3 })],
      tool('task', { description: 'Count', prompt: 'Count them.', subagent_type: 'general' }),
      { say: 'There are two.' },
      [{ think: 'Enough.' }, { say: 'Nearly done.' }, { run: 'echo last' }],
      { fault: { status: 401, message: 'Who are you?' } },
    ],
  },
  'sub-agents at once, a compaction, a fork, and a kill in mid-command': {
    steps: [
      [{ say: 'I ask.' }, subAgent('Count.'), subAgent('Count again.')],
      { actions: [{ say: 'I count.' }, { run: 'echo sub' }], times: 2 },
      { actions: [{ say: 'Done.' }], times: 2 },
      { actions: [{ say: 'Counted.' }, { run: 'echo 1' }], usage: { input: 990_000, cached: 0 } },
      { say: 'One.' },
      { say: 'Two.' },
      [{ say: 'Three.' }, { run: 'echo 3' }],
      [{ think: 'Wait.' }, { say: 'Waiting.' }, { run: 'touch begun; sleep 60' }],
    ],
    turns: [
      { prompt: 'begin' },
      forked('go on elsewhere'),
      (before) => ({
        prompt: 'go on',
        resume: before[0]?.sessionId ?? '',
        interrupt: { signal: 'SIGKILL', onceThereIs: 'begun', onceItSays: 'Waiting.' },
      }),
    ],
  },
  'two turns, and a kill in mid-command': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      { say: 'One.' },
      [{ think: 'Wait.' }, { say: 'Waiting.' }, { run: 'touch begun; sleep 60' }],
    ],
    turns: [
      { prompt: 'begin' },
      resumed('go on', {
        interrupt: { signal: 'SIGKILL', onceThereIs: 'begun', onceItSays: 'Waiting.' },
      }),
    ],
  },
  'plan mode, and a careful posture': {
    onlyDeep: true,
    files: { 'a.txt': 'one\n' },
    steps: [
      [tool('read', { filePath: 'a.txt' }), tool('bash', { command: 'echo 1' })],
      { say: 'A plan.' },
      [{ think: 'Carefully.' }, tool('glob', { pattern: '*.txt' })],
      tool('write', { filePath: 'b.txt', content: 'b' }),
      { say: 'As far as I may.' },
    ],
    turns: [{ prompt: 'plan it', permission: 'plan' }, resumed('try', { permission: 'default' })],
  },
  'commands that are killed or take too long': {
    onlyDeep: true,
    steps: [
      { run: "sh -c 'kill -9 $$'; exit $?" },
      tool('bash', { command: 'echo begun; sleep 30', timeout: 1000, description: 'Sleep' }),
      // A shell that is gone is waited for, too.
      tool('bash', { command: 'kill -9 $$', timeout: 1000, description: 'Go' }),
      { say: 'Killed.' },
    ],
  },
};
