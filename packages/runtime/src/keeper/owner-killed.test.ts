import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readProcess } from '@dragoman/sandbox';
import {
  createTurnPlace,
  keeperOf,
  requireProgram,
  type TurnPlace,
  testAgent,
  testCacheDirectory,
} from '@dragoman/testkit';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listTurns } from '../turn/list-turns.js';
import { openTurn } from '../turn/open-turn.js';
import { readTurnRecord, writeTurnRecord } from '../turn/turn-record.js';
import { recoverTurn } from './recover-turn.js';

const WAITING = { timeout: 60_000, interval: 20 };

/** Processes of their own own turns here, so that they can be killed. They run what is built. */
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

const RUN = { run: 'setsid nohup sleep 300 & touch started; sleep 300' };
const ASK = { mcp: { server: 'caller', tool: 'word', arguments: {} } };

let place: TurnPlace;
let owner: ReturnType<typeof spawn>;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
  place = await createTurnPlace();
});
afterEach(async () => {
  owner.kill('SIGKILL');
  await place.remove();
});

function spawnOwner(sandbox: string, step: object, resume = ''): void {
  owner = spawn(
    process.execPath,
    [
      ...['--input-type=module', '--eval', OWNER, place.stateDirectory, place.workspace],
      ...[testCacheDirectory(), sandbox, JSON.stringify(step), resume],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

async function startOwner(sandbox: string, resume = ''): Promise<string> {
  spawnOwner(sandbox, RUN, resume);
  await vi.waitFor(() => access(join(place.workspace, 'started')), WAITING);
  expect(await place.remains()).not.toEqual([]);
  return (await listTurns(place.stateDirectory)).at(-1)?.directory ?? '';
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
  test('the keeper ends the turn of an owner that was killed, and leaves nothing', async () => {
    const directory = await startOwner(sandbox);
    const keeper = await keeperOf(owner.pid ?? 0);
    await kill(owner.pid ?? 0);
    await vi.waitFor(async () => expect(await endsIn(directory)).toMatchObject([LOST]), WAITING);
    expect(await place.remains()).toEqual([]);
    await vi.waitFor(() => expect(readProcess(keeper)).toBeUndefined(), WAITING);
  });

  test('with its keeper killed, too, whoever comes first ends it; several at once end it once', async () => {
    const directory = await startOwner(sandbox);
    await kill(await keeperOf(owner.pid ?? 0), owner.pid ?? 0);
    expect(await listTurns(place.stateDirectory)).toMatchObject([{ state: 'abandoned' }]);
    const turn = await openTurn(directory);
    const recoveries = [recoverTurn(directory), recoverTurn(directory), turn.outcome];
    expect(await Promise.all(recoveries)).toContainEqual(expect.objectContaining(LOST));
    expect(await endsIn(directory)).toMatchObject([LOST]);
    expect(await place.remains()).toEqual([]);
    expect(await listTurns(place.stateDirectory)).toMatchObject([{ state: 'failed' }]);
  });
});

test('a session whose owner was killed goes on where it was', async () => {
  const first = await place.run({ prompt: 'The word is ocarina.' });
  const directory = await startOwner('process', first.turn.sessionId);
  await kill(await keeperOf(owner.pid ?? 0), owner.pid ?? 0);
  const third = await place.run({ resume: first.turn.sessionId });
  expect(third.end.status).toBe('success');
  expect(await endsIn(directory)).toMatchObject([LOST]);
  expect(await place.remains()).toEqual([]);
});

test('a request that waits ends with its owner, and so does what let the agent make it', async () => {
  spawnOwner('process', ASK);
  const directory = await vi.waitFor(async () => {
    const [turn] = await listTurns(place.stateDirectory);
    const text = await readFile(join(turn?.directory ?? '', 'events.ndjson'), 'utf8');
    expect(text).toContain('tool_request');
    return turn?.directory ?? '';
  }, WAITING);
  await kill(owner.pid ?? 0);
  await vi.waitFor(async () => expect(await endsIn(directory)).toMatchObject([LOST]), WAITING);
  expect(await place.remains()).toEqual([]);
  expect((await place.written()).filter((path) => path.includes('.dragoman-caller'))).toEqual([]);
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
  expect(await place.remains()).toEqual([]);
});

test('an owner may die before its turn has a journal', async () => {
  const { turn } = await place.run({});
  owner = spawn(process.execPath, ['--eval', '']);
  await once(owner, 'exit');
  const record = await readTurnRecord(turn.directory);
  if (record === undefined) throw new Error('The turn has no record.');
  const directory = join(place.stateDirectory, 'turns/early');
  await mkdir(directory);
  const dead = { ...record.owner, pid: owner.pid ?? 0 };
  writeTurnRecord(directory, { ...record, owner: dead, id: 'early', homeIsNew: false });
  expect(await listTurns(place.stateDirectory)).toMatchObject([
    { id: 'early', state: 'abandoned' },
    { state: 'success' },
  ]);
  const opened = await openTurn('early', place);
  expect(await opened.outcome).toMatchObject(LOST);
  expect(await endsIn(directory)).toMatchObject([LOST]);
});

test('a turn that has its end is left as it is, and one that isn’t there is no error', async () => {
  const { turn } = await place.run({});
  owner = spawn(process.execPath, ['--eval', '']);
  expect(await recoverTurn(turn.directory)).toBe('ended');
  expect(await endsIn(turn.directory)).toMatchObject([{ status: 'success' }]);
  expect(await recoverTurn(join(place.stateDirectory, 'turns/none'))).toBe('missing');
});
