import type { FinishedTurn, Scenario } from '@dragoman/testkit';

/** What the model does, and what is unusual about the run. One turn, unless it says otherwise. */
export interface ClaudeScenario extends Partial<Omit<Scenario, 'agent' | 'script'>> {
  readonly steps: Scenario['script']['steps'];
  readonly versions?: readonly string[];
}

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const resumed = (prompt: string) => (before: readonly FinishedTurn[]) => ({
  prompt,
  resume: sessionIdOf(before),
});
const call = (name: string, input: Readonly<Record<string, unknown>>) => ({
  tool: { name, arguments: { ...input } },
});
const WAIT = [{ think: 'I will wait.' }, { say: 'Waiting.' }, { run: 'touch begun; sleep 60' }];
const subAgent = (prompt: string) =>
  call('Task', { description: prompt, prompt, subagent_type: 'general-purpose' });

// Each run takes seconds, so each does much.
export const claudeScenarios: Readonly<Record<string, ClaudeScenario>> = {
  'three turns': {
    steps: [
      [{ think: ['One.', 'Two.'] }, { say: 'Let me look.' }, { run: 'echo 1' }],
      { say: 'One.' },
      [{ think: 'Go on.' }, { say: 'Ünïcode ☃ 🚀' }, { run: 'echo ünï; exit 3' }],
      { say: 'Two.' },
      { say: 'Two.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on'), resumed('go on')],
  },
  'calls at once, some of which fail, plans, and sub-agents at once': {
    files: { 'a.txt': 'one\ntwo\n' },
    steps: [
      [
        { run: 'sleep 0.3; echo 1' },
        { run: 'echo 2; exit 2' },
        call('Read', { file_path: 'a.txt' }),
        call('Nope', { a: 1 }),
      ],
      [
        call('Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'TWO' }),
        call('Write', { file_path: 'new/b.txt', content: 'new\n' }),
        call('Edit', { file_path: 'a.txt', old_string: 'missing', new_string: 'x' }),
      ],
      { run: 'seq 1 20000' },
      { plan: [{ step: 'Look', status: 'in_progress' }, { step: 'Fix' }] },
      { plan: [{ step: 'Look', status: 'completed' }, { step: 'Fix' }] },
      [{ say: 'I ask.' }, subAgent('Count.'), subAgent('Count again.')],
      { actions: [{ think: 'hm' }, { say: 'I count.' }, { run: 'echo sub' }], times: 2 },
      { actions: [{ say: 'Done.' }], times: 3 },
    ],
  },
  // Apart: what a turn used is compared only where it came to its end.
  'a refused request': {
    steps: [{ run: 'echo 1' }, { fault: { status: 400, message: 'Bad words' }, actions: [] }],
  },
  'whole messages, without pieces, and an image': {
    versions: ['2.1.197'],
    files: { 'dot.png': DOT },
    steps: [
      [{ think: 'hm' }, { say: 'Let me look.' }, call('Read', { file_path: 'dot.png' })],
      { say: 'A dot.' },
      { say: 'Still a dot.' },
    ],
    turns: [
      { prompt: 'What is it?', images: ['dot.png'], claude: { partialMessages: false } },
      resumed('Sure?'),
    ],
  },
  'a kill in mid-command': {
    versions: ['2.1.197'],
    steps: [WAIT],
    turns: [
      {
        prompt: 'wait',
        interrupt: {
          signal: 'SIGKILL',
          onceThereIs: 'begun',
          onceItSays: '"tool_use"',
          onceItKeeps: 'touch begun; sleep',
        },
      },
    ],
  },
  'a turn after an interrupt': {
    versions: ['2.1.197'],
    steps: [WAIT, { say: 'Back again.' }],
    turns: [
      {
        prompt: 'wait',
        interrupt: { signal: 'SIGINT', onceThereIs: 'begun', onceItSays: '"tool_use"' },
      },
      resumed('go on'),
    ],
  },
  'a fork, and a compaction': {
    versions: ['2.1.197'],
    steps: [
      [{ say: 'One.' }, { run: 'echo 1' }],
      { say: 'Two.' },
      { run: 'echo 3' },
      { say: 'Three.' },
      { say: '<summary>It was said One, Two, Three.</summary>' },
      { say: 'Four.' },
    ],
    turns: [
      { prompt: 'begin' },
      (before) => ({ prompt: 'go on elsewhere', fork: sessionIdOf(before) }),
      resumed('/compact'),
      resumed('go on'),
    ],
  },
};

/** The session of the latest turn, by its stdout. */
export function sessionIdOf(turns: readonly FinishedTurn[]): string {
  const id = /"session_id":"([^"]+)"/.exec(turns.at(-1)?.stdout ?? '')?.[1];
  if (id === undefined) throw new Error('the turn has said no session id');
  return id;
}
