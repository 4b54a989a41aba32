import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript, startScriptGateway, type WrittenScript } from '@dragoman/gateway';
import {
  createTurnFixture,
  type EndedTurn,
  requireProgram,
  type TurnFixture,
} from '@dragoman/testkit';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

let fixture: TurnFixture;
let outside: string;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  fixture = await createTurnFixture();
  outside = join(fixture.workspace, '..', 'outside');
  await mkdir(outside);
  await writeFile(join(outside, 'run.json'), 'precious');
});
afterEach(async () => {
  expect(await fixture.remains()).toEqual([]);
  await fixture.remove();
});

/** A provider on loopback that has the agent do this. */
async function provider(steps: WrittenScript['steps']) {
  const gateway = await startScriptGateway();
  onTestFinished(() => gateway.close());
  const { token: key } = gateway.admit({ script: defineScript({ steps }) });
  return { kind: 'forward', key, baseUrl: gateway.url ?? '' } as const;
}

/** The agent has really done it. */
function expectPlanted({ events, end }: EndedTurn): void {
  expect(end).toMatchObject({ status: 'success' });
  const results = events.filter(({ type }) => type === 'tool_result');
  expect(results).toMatchObject([{ status: 'success' }]);
}

test('a recording in the workspace goes through no link that the agent has put on its way', async () => {
  await mkdir(join(fixture.workspace, 'recordings'));
  const plant = `mv recordings moved && ln -s ${outside} recordings`;
  const access = await provider([{ run: plant }, { say: 'Planted.' }]);
  const record = join(fixture.workspace, 'recordings', 'run.json');
  const { end } = await fixture.run({ sandbox: 'bubblewrap', access: { ...access, record } });
  expect(end).toMatchObject({ status: 'success' });
  expect(await readdir(outside)).toEqual(['run.json']);
  expect(await readFile(join(outside, 'run.json'), 'utf8')).toBe('precious');
  const recorded = JSON.parse(await readFile(join(fixture.workspace, 'moved', 'run.json'), 'utf8'));
  expect(recorded.exchanges.length).toBeGreaterThan(0);
});

test.each([
  [
    'goes on without a link in place of the temporary folder',
    `mv "$HOME/tmp" "$HOME/old" && ln -s OUTSIDE "$HOME/tmp"`,
    { status: 'success' },
  ],
  [
    'goes on without a link in the temporary folder',
    `mv "$HOME/tmp/.keep" "$HOME/old" && ln -s OUTSIDE/run.json "$HOME/tmp/.keep"`,
    { status: 'success' },
  ],
  [
    'writes through no link in place of a file',
    `mv "$HOME/.codex/.keep" "$HOME/old" && ln -s OUTSIDE/run.json "$HOME/.codex/.keep"`,
    {
      status: 'not_started',
      code: expect.stringMatching(/^sandbox_(path_outside|file_unusable)$/),
    },
  ],
])('the next turn of a session %s', async (_what, script, expected) => {
  const run = script.replaceAll('OUTSIDE', outside);
  const first = await fixture.run({
    sandbox: 'bubblewrap',
    script: { steps: [{ run }, { say: 'Planted.' }] },
  });
  expectPlanted(first);
  const { end } = await fixture.run({ sandbox: 'bubblewrap', resume: first.turn.sessionId });
  expect(end).toMatchObject(expected);
  expect(await readdir(outside)).toEqual(['run.json']);
  expect(await readFile(join(outside, 'run.json'), 'utf8')).toBe('precious');
});

test('neither links nor pipes among the sessions of a HOME hold up its next turn', async () => {
  const sessions = '"$HOME/.codex/sessions"';
  const run = `mkfifo ${sessions}/rollout-2026-01-01T00-00-00-00000000-0000-4000-8000-000000000000.jsonl && ln -s ${outside} ${sessions}/more`;
  const first = await fixture.run({
    sandbox: 'bubblewrap',
    script: { steps: [{ run }, { say: 'Planted.' }] },
  });
  expectPlanted(first);
  const { end } = await fixture.run({ sandbox: 'bubblewrap', resume: first.turn.sessionId });
  expect(end).toMatchObject({ status: 'success' });
});
