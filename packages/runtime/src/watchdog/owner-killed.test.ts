import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

const RUN = { run: 'setsid nohup sleep 300 & echo all: >Makefile; touch started; sleep 300' };
const ASK = { mcp: { server: 'caller', tool: 'word', arguments: {} } };

let place: TurnFixture;
let owner: ReturnType<typeof spawn>;
beforeEach(async () => {
  await requireProgram('bwrap', 'bubblewrap');
  await testAgent('codex');
  place = await createTurnFixture();
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
  test('the watchdog ends the turn of an owner that was killed, and leaves nothing', async () => {
    const directory = await startOwner(sandbox);
    const watchdog = await watchdogOf(owner.pid ?? 0);
    await kill(owner.pid ?? 0);
    await vi.waitFor(async () => expect(await endsIn(directory)).toMatchObject([LOST]), WAITING);
    expect(await place.remains()).toEqual([]);
    expect((await readdir(place.workspace)).sort()).toEqual(['Makefile', 'started']);
    const text = await readFile(join(directory, 'events.ndjson'), 'utf8');
    expect(text).toMatch(/"type":"workspace_risk".*"path":"Makefile".*\n.*"type":"end".*\n$/);
    await vi.waitFor(() => expect(readProcess(watchdog)).toBeUndefined(), WAITING);
  });

  test('with its watchdog killed, too, whoever comes first ends it; several at once end it once', async () => {
    const directory = await startOwner(sandbox);
    await kill(await watchdogOf(owner.pid ?? 0), owner.pid ?? 0);
    expect(await listTurns(place.stateDirectory)).toMatchObject([{ state: 'abandoned' }]);
    const turn = await openTurn(directory);
    const recoveries = [recoverTurn(directory), recoverTurn(directory), turn.outcome];
    expect(await Promise.all(recoveries)).toContainEqual(expect.objectContaining(LOST));
    expect(await endsIn(directory)).toMatchObject([LOST]);
    expect(await place.remains()).toEqual([]);
    expect(await listTurns(place.stateDirectory)).toMatchObject([{ state: 'failed' }]);
  });
});

/** Of the time that a turn takes to begin, from before its first file to its first words. */
const EARLY_MS = [0, 20, 120, 500];

test('an owner killed at any moment of its beginning leaves a turn with its end, or no turn', async () => {
  for (const wait of EARLY_MS) {
    const turns = join(place.stateDirectory, 'turns');
    spawnOwner('bubblewrap', RUN);
    const begun = async () => expect(await namesIn(turns)).toHaveLength(1);
    await vi.waitFor(begun, { ...WAITING, interval: 2 });
    await delay(wait);
    await kill(owner.pid ?? 0);
    await vi.waitFor(async () => {
      for (const name of await namesIn(turns)) {
        expect(await endsIn(join(turns, name)), `after ${wait} ms`).toMatchObject([LOST]);
      }
      expect(await place.remains()).toEqual([]);
    }, WAITING);
    expect((await namesIn(join(place.stateDirectory, 'homes'))).length).toBeLessThan(2);
    await rm(place.stateDirectory, { recursive: true });
    await mkdir(place.stateDirectory, { mode: 0o700 });
  }
}, 240_000);

test('a session whose owner was killed goes on where it was', async () => {
  const first = await place.run({ prompt: 'The word is ocarina.' });
  const directory = await startOwner('process', first.turn.sessionId);
  await kill(await watchdogOf(owner.pid ?? 0), owner.pid ?? 0);
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
  const ended = await readTurnRecord(turn.directory);
  if (ended === undefined) throw new Error('The turn has no record.');
  const { end: _end, ...record } = ended;
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

test('what is looked at after the owner’s death is what the owner would have looked at', async () => {
  const { turn } = await place.run({});
  owner = spawn(process.execPath, ['--eval', '']);
  await once(owner, 'exit');
  const ended = await readTurnRecord(turn.directory);
  if (ended === undefined) throw new Error('The turn has no record.');
  const { end: _end, ...record } = ended;
  expect(record).toMatchObject({ workspaceIsReadOnly: false });
  const cache = join(place.workspace, 'cache');
  await mkdir(cache);
  for (const folder of [place.workspace, cache]) await writeFile(join(folder, 'Makefile'), 'all:');
  const risksOf = async (id: string, more: object): Promise<unknown[]> => {
    const directory = join(place.stateDirectory, 'turns', id);
    await mkdir(directory);
    const dead = { ...record.owner, pid: owner.pid ?? 0 };
    writeTurnRecord(directory, { ...record, ...more, owner: dead, id, homeIsNew: false });
    expect(await recoverTurn(directory)).toBe('recovered');
    const lines = (await readFile(join(directory, 'events.ndjson'), 'utf8')).trimEnd().split('\n');
    const risks = lines.map((line) => JSON.parse(line)).filter((one) => one.type !== 'end');
    return risks.flatMap(({ items }) => items.map(({ path }: { path: string }) => path));
  };
  expect(await risksOf('written', {})).toEqual(
    expect.arrayContaining(['Makefile', 'cache/Makefile']),
  );
  expect(await risksOf('hiding', { hidden: [cache] })).toEqual(['Makefile']);
  expect(await risksOf('read-only', { workspaceIsReadOnly: true })).toEqual([]);
});

test('a record that was changed to name another HOME costs no folder but its own', async () => {
  const { turn } = await place.run({});
  owner = spawn(process.execPath, ['--eval', '']);
  await once(owner, 'exit');
  const record = await readTurnRecord(turn.directory);
  if (record === undefined) throw new Error('The turn has no record.');
  const { sessionId: _session, ...rest } = record;
  for (const [index, home] of ['homes/..', 'homes/.', '../workspace'].entries()) {
    const directory = join(place.stateDirectory, `turns/changed-${index}`);
    await mkdir(directory);
    const changed = { ...rest, id: `changed-${index}`, homeIsNew: true };
    writeTurnRecord(directory, {
      ...changed,
      owner: { ...record.owner, pid: owner.pid ?? 0 },
      home: `${place.stateDirectory}/${home}`,
    });
    expect(await recoverTurn(directory)).toBe('recovered');
  }
  await Promise.all([access(turn.directory), access(place.workspace), access(record.home)]);
});

test('a turn that has its end is left as it is, and one that isn’t there is no error', async () => {
  const { turn } = await place.run({});
  owner = spawn(process.execPath, ['--eval', '']);
  expect(await recoverTurn(turn.directory)).toBe('ended');
  expect(await endsIn(turn.directory)).toMatchObject([{ status: 'success' }]);
  expect(await recoverTurn(join(place.stateDirectory, 'turns/none'))).toBe('missing');
});
