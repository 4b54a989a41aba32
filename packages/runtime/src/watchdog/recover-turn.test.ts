import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessOwner } from '@dragoman/sandbox';
import { createTurnFixture, type TurnFixture } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTurns } from '../turn/list-turns.js';
import { openTurn } from '../turn/open-turn.js';
import { readTurnRecord, type TurnRecord, writeTurnRecord } from '../turn/turn-record.js';
import { recoverTurn } from './recover-turn.js';

const LOST = { status: 'failed', code: 'owner_lost' };

let fixture: TurnFixture;
/** A turn that has its end. Others are made of its record, as if their owner had died. */
let ended: TurnRecord;
let endedDirectory: string;
let dead: ProcessOwner;
beforeAll(async () => {
  fixture = await createTurnFixture();
  const { turn } = await fixture.run({});
  endedDirectory = turn.directory;
  const record = await readTurnRecord(endedDirectory);
  if (record === undefined) throw new Error('The turn has no record.');
  ended = record;
  const owner = spawn(process.execPath, ['--eval', '']);
  await once(owner, 'exit');
  dead = { ...record.owner, pid: owner.pid ?? 0 };
}, 120_000);
afterAll(() => fixture.remove());

async function endsIn(directory: string): Promise<unknown[]> {
  const lines = (await readFile(join(directory, 'events.ndjson'), 'utf8')).trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  return events.filter(({ type }) => type === 'end');
}

test('an owner may die before its turn has a journal', async () => {
  const { end: _end, ...record } = ended;
  const directory = join(fixture.stateDirectory, 'turns/early');
  await mkdir(directory);
  writeTurnRecord(directory, { ...record, owner: dead, id: 'early', homeIsNew: false });
  const listed = await listTurns(fixture.stateDirectory);
  expect(listed.filter(({ id }) => [ended.id, 'early'].includes(id))).toMatchObject([
    { id: 'early', state: 'abandoned' },
    { id: ended.id, state: 'success' },
  ]);
  const opened = await openTurn('early', fixture);
  expect(await opened.outcome).toMatchObject(LOST);
  expect(await endsIn(directory)).toMatchObject([LOST]);
});

test('what is looked at after the owner’s death is what the owner would have looked at', async () => {
  const { end: _end, ...record } = ended;
  expect(record).toMatchObject({ workspaceIsReadOnly: false });
  const cache = join(fixture.workspace, 'cache');
  await mkdir(cache);
  for (const folder of [fixture.workspace, cache])
    await writeFile(join(folder, 'Makefile'), 'all:');
  const risksOf = async (id: string, more: object): Promise<unknown[]> => {
    const directory = join(fixture.stateDirectory, 'turns', id);
    await mkdir(directory);
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
  const { sessionId: _session, ...rest } = ended;
  for (const [index, home] of ['homes/..', 'homes/.', '../workspace'].entries()) {
    const directory = join(fixture.stateDirectory, `turns/changed-${index}`);
    await mkdir(directory);
    const changed = { ...rest, id: `changed-${index}`, homeIsNew: true };
    writeTurnRecord(directory, {
      ...changed,
      owner: dead,
      home: `${fixture.stateDirectory}/${home}`,
    });
    expect(await recoverTurn(directory)).toBe('recovered');
  }
  await Promise.all([access(endedDirectory), access(fixture.workspace), access(ended.home)]);
});

test('a turn that has its end is left as it is, and one that isn’t there is no error', async () => {
  expect(await recoverTurn(endedDirectory)).toBe('ended');
  expect(await endsIn(endedDirectory)).toMatchObject([{ status: 'success' }]);
  expect(await recoverTurn(join(fixture.stateDirectory, 'turns/none'))).toBe('missing');
});
