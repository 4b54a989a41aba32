import type { FinishedTurn, Scenario, ScenarioFixture, SessionFile } from '@dragoman/testkit';
import { expect } from 'vitest';
import { opencodeSessions } from '../src/opencode/sessions.js';

/** What the model does, and what is unusual about the run. One turn, unless it says otherwise. */
export interface OpencodeScenario extends Partial<Omit<Scenario, 'agent' | 'script'>> {
  readonly steps: Scenario['script']['steps'];
  /** The latest first. */
  readonly versions: readonly string[];
  /** What else to find out while the CLI and its home are there. */
  readonly check?: (fixture: ScenarioFixture, exported: readonly SessionFile[]) => Promise<void>;
}

/** The latest, and one from before sessions were in a database. */
const LATEST = '1.18.33';
const IN_FILES = '1.1.65';

const tool = (name: string, args: Record<string, unknown>) => ({
  tool: { name, arguments: args },
});

// Each run takes seconds, so each does much.
export const opencodeScenarios: Readonly<Record<string, OpencodeScenario>> = {
  'calls of all sorts, and a refused key': {
    versions: [LATEST, IN_FILES],
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
  'two turns, and a kill in mid-command': {
    versions: [LATEST],
    steps: [
      { run: 'echo 1' },
      { say: 'One.' },
      [{ think: 'Wait.' }, { say: 'Waiting.' }, { run: 'touch begun; sleep 60' }],
    ],
    turns: [
      { prompt: 'begin' },
      (before) => ({
        prompt: 'go on',
        resume: sessionIdOf(before),
        interrupt: { signal: 'SIGKILL', onceThereIs: 'begun', onceItSays: 'Waiting.' },
      }),
    ],
    check: findInDatabase,
  },
};

function sessionIdOf(turns: readonly Pick<FinishedTurn, 'stdout'>[]): string {
  return /"sessionID":"(ses_\w+)"/.exec(turns[0]?.stdout ?? '')?.[1] ?? '';
}

/** The session is listed, found and loaded from the database. */
async function findInDatabase(
  { home: userHome, run }: ScenarioFixture,
  [exported]: readonly SessionFile[],
): Promise<void> {
  const home = opencodeSessions.home({}, userHome);
  const [session] = await opencodeSessions.list({ home, run, limit: 1 });
  expect(session).toMatchObject({
    id: exported?.name,
    firstPrompt: 'begin',
    turns: 2,
    modelId: 'anthropic/claude-sonnet-4-5',
    usage: { input_tokens: 2000, cached_input_tokens: 1200, total_tokens: 2100 },
  });
  const path = await opencodeSessions.find(session?.id.slice(0, -4) ?? '', { home, run });
  expect(path).toBe(session?.path);
  const { messages } = await opencodeSessions.load(path ?? '', {
    run: async () => exported?.text ?? '',
  });
  expect(messages.map(({ role }) => role)).toEqual([
    ...['user', 'assistant', 'assistant'],
    ...['user', 'assistant', 'assistant', 'assistant'],
  ]);
}

/** The one session of a scenario, as OpenCode exports it. */
export async function exportSession({ run, turns }: ScenarioFixture): Promise<SessionFile[]> {
  const id = sessionIdOf(turns);
  return [{ name: id, text: await run(['export', id]) }];
}
