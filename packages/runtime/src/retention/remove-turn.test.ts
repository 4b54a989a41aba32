import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { thisOwner, writeJsonFile } from '@dragoman/sandbox';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { listTurns } from '../turn/list-turns.js';
import { newTurnId } from '../turn/turn-id.js';
import { removeTurn } from './remove-turn.js';

const fixture = fixtureOfFile();

async function ids(): Promise<readonly string[]> {
  return (await listTurns(fixture.stateDirectory)).map(({ id }) => id);
}

test('a turn that has ended goes; its session and the other turns stay', async () => {
  const { stateDirectory } = fixture;
  const first = await fixture.run({});
  const { turn } = await fixture.run({ resume: first.turn.sessionId });
  await removeTurn(first.turn.id, { stateDirectory });
  expect(await ids()).toEqual([turn.id]);
  await expect(access(first.turn.directory)).rejects.toMatchObject({ code: 'ENOENT' });
  const home = join(stateDirectory, 'homes', first.turn.id);
  await access(home);
  expect((await fixture.run({ resume: turn.sessionId })).end.status).toBe('success');
  await expect(removeTurn(first.turn.id, { stateDirectory })).rejects.toMatchObject({
    code: 'turn_unknown',
  });
});

test('a turn that runs stays, and goes on', async () => {
  const { stateDirectory } = fixture;
  const turn = await fixture.start({ script: { steps: [{ run: 'sleep 0.4' }, { say: 'Hi.' }] } });
  const refusal = expect(removeTurn(turn.id, { stateDirectory })).rejects;
  await refusal.toMatchObject({ code: 'turn_busy', message: expect.stringContaining(turn.id) });
  expect(await turn.outcome).toMatchObject({ status: 'success' });
  await removeTurn(turn.id, { stateDirectory });
  expect(await ids()).not.toContain(turn.id);
});

test('a turn whose owner died is ended, with all that is left of it, and goes', async () => {
  const { stateDirectory, workspace } = fixture;
  const id = newTurnId();
  const directory = join(stateDirectory, 'turns', id);
  const home = join(stateDirectory, 'homes', id);
  for (const folder of [directory, home]) await mkdir(folder, { recursive: true });
  writeJsonFile(join(directory, 'turn.json'), {
    id,
    createdAt: new Date().toISOString(),
    // No system has so many processes.
    owner: { ...thisOwner(), pid: 2 ** 22, startTime: 'gone' },
    ...{ workspace, stateDirectory, home, homeIsNew: true, sandbox: 'process' },
    runDirectory: directory,
  });
  await removeTurn(id, { stateDirectory });
  for (const folder of [directory, home]) {
    await expect(access(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  }
});

test('what is no id of a turn is refused, and nothing is removed', async () => {
  const { stateDirectory } = fixture;
  const { turn } = await fixture.run({});
  for (const id of ['', '..', turn.directory, `../turns/${turn.id}`]) {
    await expect(removeTurn(id, { stateDirectory })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
  expect(await ids()).toContain(turn.id);
});
