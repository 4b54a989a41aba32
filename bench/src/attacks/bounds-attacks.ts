import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournaledEvent } from '@dragoman/protocol';
import { runChat, type TurnSettings } from '@dragoman/runtime';
import { createFakeAgent, type FakeAgentName } from '@dragoman/testkit/fake-agent';
import type { Attack } from './attack.js';
import type { AttackFixture } from './attack-fixture.js';
import { attackRequests } from './gateway-attacks.js';

const WALL = 'What a turn may use';

const EVERYWHERE = { process: 'stopped', bubblewrap: 'stopped', container: 'stopped' } as const;
const CONFINED = { process: 'open', bubblewrap: 'stopped', container: 'stopped' } as const;

/** The events of a turn of a program that stands in for an agent. */
async function fakeTurn(
  fixture: AttackFixture,
  name: FakeAgentName,
  limits: NonNullable<TurnSettings['limits']>,
): Promise<readonly JournaledEvent[]> {
  const response = await runChat({
    agent: createFakeAgent(name),
    input: { message: 'Go.' },
    sandbox: fixture.kind,
    ...(fixture.containers !== undefined && { image: fixture.containers.image }),
    cwd: fixture.workspace,
    stateDirectory: fixture.stateDirectory,
    limits,
  });
  const text = await response.text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const manySessions: Attack = {
  name: 'names 5,000 sessions in one turn',
  wall: WALL,
  promises: EVERYWHERE,
  async play(fixture) {
    const events = await fakeTurn(fixture, 'sessions', {});
    const records = await readdir(join(fixture.stateDirectory, 'sessions'), {
      recursive: true,
    }).catch(() => []);
    const changed = events.filter(
      (event) => 'code' in event && event.code === 'session_id_changed',
    );
    return records.length <= 2 && changed.length === 1 ? 'stopped' : 'broke';
  },
};

const JOURNAL_BYTES = 8 * 1024 * 1024;

const endlessOutput: Attack = {
  name: 'prints without end',
  wall: WALL,
  promises: EVERYWHERE,
  async play(fixture) {
    const events = await fakeTurn(fixture, 'endless', { journalBytes: JOURNAL_BYTES });
    const end = events.at(-1);
    const size = JSON.stringify(events).length;
    return end?.type === 'end' && size < 2 * JOURNAL_BYTES ? 'stopped' : 'broke';
  },
};

const forkBomb: Attack = {
  name: 'starts processes without end',
  wall: WALL,
  promises: CONFINED,
  async play(fixture) {
    const { events } = await fixture.command(
      'i=0; while [ $i -lt 1500 ]; do sleep 20 & i=$((i + 1)); done 2>/dev/null; echo started-$((1500 - 1)); jobs -p | wc -l',
      { sandboxLimits: { processes: 200 } },
    );
    const said = JSON.stringify(events.filter(({ type }) => type === 'tool_result'));
    return said.includes('started-1499\\n1500') ? 'broke' : 'stopped';
  },
};

const memoryHog: Attack = {
  name: 'takes more memory than it may',
  wall: WALL,
  promises: CONFINED,
  async play(fixture) {
    const take =
      'const b = []; for (let i = 0; i < 12; i += 1) b.push(Buffer.alloc(64 << 20, 1)); console.log("took-" + b.length)';
    const { events } = await fixture.command(`node -e '${take}'`, {
      sandboxLimits: { memoryBytes: 512 * 1024 * 1024 },
    });
    const said = JSON.stringify(events.filter(({ type }) => type === 'tool_result'));
    return said.includes('took-12') ? 'broke' : 'stopped';
  },
};

const fullTemporary: Attack = {
  name: 'fills /tmp',
  wall: WALL,
  promises: CONFINED,
  async play(fixture) {
    const { events } = await fixture.command(
      'dd if=/dev/zero of=/tmp/x bs=1M count=3000 2>&1 | tail -1; echo played-$((1 + 1))',
    );
    const said = JSON.stringify(events.filter(({ type }) => type === 'tool_result'));
    if (!said.includes('played-2')) throw new Error(`not played: ${said.slice(0, 300)}`);
    return /3145728000 bytes/.test(said) ? 'broke' : 'stopped';
  },
};

const spentBudget: Attack = {
  name: 'spends more than its budget with 200 requests at once',
  wall: WALL,
  promises: EVERYWHERE,
  async play(fixture) {
    const program =
      'await Promise.all(Array.from({ length: 200 }, () => ask({ model, input, max_output_tokens: 50 })));';
    const seen = await attackRequests(fixture, program, { budget: { requests: 10 } });
    return seen.filter(({ method }) => method === 'POST').length <= 10 ? 'stopped' : 'broke';
  },
};

export const boundsAttacks: readonly Attack[] = [
  manySessions,
  endlessOutput,
  forkBomb,
  memoryHog,
  fullTemporary,
  spentBudget,
];
