import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { namesIn, readProcess } from '@dragoman/sandbox';
import {
  createTurnFixture,
  requireProgram,
  type TurnFixture,
  testAgent,
  testCacheDirectory,
  watchdogOf,
} from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { listTurns } from '../turn/list-turns.js';
import { openTurn } from '../turn/open-turn.js';
import { recoverTurn } from './recover-turn.js';

const WAITING = { timeout: 60_000, interval: 20 };

/** Separate processes own turns here, so that they can be killed. They run what is built. */
const OWNER = `
  import { defineScript } from ${JSON.stringify(new URL('../../../gateway/dist/index.js', import.meta.url))};
  import { startTurn } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url))};
  const [stateDirectory, cwd, cacheDir, sandbox, step, resume] = process.argv.slice(1);
  const script = defineScript({ steps: [JSON.parse(step)] });
  const turn = await startTurn({
    agent: 'codex', prompt: 'Wait.', permission: 'bypass', access: { kind: 'script', script },
    stateDirectory, cwd, cacheDir, sandbox, ...(resume && { resume }),
    ...(step.includes('mcp') && { tools: [{ name: 'word', inputSchema: {} }] }),
  });
  await turn.outcome;
`;

const RUN = { run: 'setsid nohup sleep 300 & echo all: >Makefile; touch started; sleep 300' };
const ASK = { mcp: { server: 'caller', tool: 'word', arguments: {} } };

let fixture: TurnFixture;
let owner: ReturnType<typeof spawn>;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
  fixture = await createTurnFixture();
});
afterEach(async () => {
  owner.kill('SIGKILL');
  await fixture.remove();
});

function spawnOwner(sandbox: string, step: object, resume = ''): void {
  owner = spawn(
    process.execPath,
    [
      ...['--input-type=module', '--eval', OWNER, fixture.stateDirectory, fixture.workspace],
      ...[testCacheDirectory(), sandbox, JSON.stringify(step), resume],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

async function startOwner(sandbox: string, resume = ''): Promise<string> {
  spawnOwner(sandbox, RUN, resume);
  await vi.waitFor(() => access(join(fixture.workspace, 'started')), WAITING);
  expect(await fixture.remains()).not.toEqual([]);
  return (await listTurns(fixture.stateDirectory)).at(-1)?.directory ?? '';
}

async function kill(...pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await vi.waitFor(
    () => expect(pids.map((pid) => readProcess(pid))).toEqual(pids.map(() => undefined)),
    WAITING,
  );
}

async function endsIn(directory: string): Promise<unknown[]> {
  const lines = (await readFile(join(directory, 'events.ndjson'), 'utf8')).trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  return events.filter(({ type }) => type === 'end');
}

const LOST = { status: 'failed', code: 'owner_lost' };

describe.each(['process', 'bubblewrap'] as const)('in a sandbox of kind %s', (sandbox) => {
  test('the watchdog ends the turn of an owner that was killed, and leaves nothing', async () => {
    const directory = await startOwner(sandbox);
    const watchdog = await watchdogOf(owner.pid ?? 0);
    await kill(owner.pid ?? 0);
    await vi.waitFor(async () => expect(await endsIn(directory)).toMatchObject([LOST]), WAITING);
    expect(await fixture.remains()).toEqual([]);
    expect((await readdir(fixture.workspace)).sort()).toEqual(['Makefile', 'started']);
    const text = await readFile(join(directory, 'events.ndjson'), 'utf8');
    expect(text).toMatch(/"type":"workspace_risk".*"path":"Makefile".*\n.*"type":"end".*\n$/);
    await vi.waitFor(() => expect(readProcess(watchdog)).toBeUndefined(), WAITING);
  });

  test('with its watchdog killed, too, whoever comes first ends it; several at once end it once', async () => {
    const directory = await startOwner(sandbox);
    await kill(await watchdogOf(owner.pid ?? 0), owner.pid ?? 0);
    expect(await listTurns(fixture.stateDirectory)).toMatchObject([{ state: 'abandoned' }]);
    const turn = await openTurn(directory);
    const recoveries = [recoverTurn(directory), recoverTurn(directory), turn.outcome];
    expect(await Promise.all(recoveries)).toContainEqual(expect.objectContaining(LOST));
    expect(await endsIn(directory)).toMatchObject([LOST]);
    expect(await fixture.remains()).toEqual([]);
    expect(await listTurns(fixture.stateDirectory)).toMatchObject([{ state: 'failed' }]);
  });
});

/** Of the time that a turn takes to begin, from before its first file to its first words. */
const EARLY_MS = inject('isDeep')
  ? [0, 5, 10, 20, 40, 80, 120, 200, 300, 400, 500, 750, 1000]
  : [0, 120];

test('an owner killed at any moment of its beginning leaves a turn with its end, or no turn', async ({
  task,
}) => {
  task.meta.count = EARLY_MS.length;
  for (const wait of EARLY_MS) {
    const turns = join(fixture.stateDirectory, 'turns');
    spawnOwner('bubblewrap', RUN);
    const begun = async () => expect(await namesIn(turns)).toHaveLength(1);
    await vi.waitFor(begun, { ...WAITING, interval: 2 });
    await delay(wait);
    await kill(owner.pid ?? 0);
    await vi.waitFor(async () => {
      for (const name of await namesIn(turns)) {
        expect(await endsIn(join(turns, name)), `after ${wait} ms`).toMatchObject([LOST]);
      }
      expect(await fixture.remains()).toEqual([]);
    }, WAITING);
    expect((await namesIn(join(fixture.stateDirectory, 'homes'))).length).toBeLessThan(2);
    await rm(fixture.stateDirectory, { recursive: true });
    await mkdir(fixture.stateDirectory, { mode: 0o700 });
  }
}, 600_000);

test('a session whose owner was killed goes on where it was', async () => {
  const first = await fixture.run({ prompt: 'The word is ocarina.' });
  const directory = await startOwner('process', first.turn.sessionId);
  await kill(await watchdogOf(owner.pid ?? 0), owner.pid ?? 0);
  const third = await fixture.run({ resume: first.turn.sessionId });
  expect(third.end.status).toBe('success');
  expect(await endsIn(directory)).toMatchObject([LOST]);
  expect(await fixture.remains()).toEqual([]);
});

test('a request that waits ends with its owner, and so does what let the agent make it', async () => {
  spawnOwner('process', ASK);
  const directory = await vi.waitFor(async () => {
    const [turn] = await listTurns(fixture.stateDirectory);
    const text = await readFile(join(turn?.directory ?? '', 'events.ndjson'), 'utf8');
    expect(text).toContain('tool_request');
    return turn?.directory ?? '';
  }, WAITING);
  await kill(owner.pid ?? 0);
  await vi.waitFor(async () => expect(await endsIn(directory)).toMatchObject([LOST]), WAITING);
  expect(await fixture.remains()).toEqual([]);
  expect((await fixture.written()).filter((path) => path.includes('.dragoman-caller'))).toEqual([]);
  const turn = await openTurn(directory);
  for await (const event of turn.events()) {
    if (event.type !== 'tool_request') continue;
    expect(await turn.answer(event.requestId, { output: 'ocarina' })).toBe('late');
  }
});

test('nobody ends a turn whose owner lives', async () => {
  const directory = await startOwner('process');
  expect(await recoverTurn(directory)).toBe('owned');
  expect(await endsIn(directory)).toEqual([]);
  const turn = await openTurn(directory);
  const ownerIsGone = once(owner, 'exit');
  await turn.cancel('Asked from outside.');
  expect(await endsIn(directory)).toMatchObject([
    { status: 'canceled', reason: 'Asked from outside.' },
  ]);
  await ownerIsGone;
  expect(await fixture.remains()).toEqual([]);
});
