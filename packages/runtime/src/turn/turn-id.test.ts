import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { listTurns } from './list-turns.js';
import { openTurn } from './open-turn.js';
import { isTurnId, newTurnId } from './turn-id.js';

const fixture = fixtureOfFile();

test('ids are in the order of their turns, and are no paths', () => {
  const ids = Array.from({ length: 100 }, newTurnId);
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every(isTurnId)).toBe(true);
  expect(new Set(ids).size).toBe(100);
  for (const text of ['', '.', '..', '/', 'turn', `${ids[0]}/..`, `${ids[0]}\n`, `../${ids[0]}`]) {
    expect(isTurnId(text)).toBe(false);
  }
});

test('a turn has the id and the labels that its caller gave it', async () => {
  const { stateDirectory } = fixture;
  const [id, labels] = [newTurnId(), { client: 'ada', conversation: 'a trip to Smyrna' }];
  const { turn, end } = await fixture.run({ id, labels });
  expect([turn.id, end.status]).toEqual([id, 'success']);
  expect(await listTurns(stateDirectory)).toContainEqual(expect.objectContaining({ id, labels }));
  expect(await (await openTurn(id, { stateDirectory })).outcome).toMatchObject({ ...end });
});

test('of several turns with one id exactly one begins, and the others touch nothing of it', async () => {
  const id = newTurnId();
  const start = () =>
    fixture.start({ id, script: { steps: [{ run: 'sleep 0.3' }, { say: 'Hi.' }] } });
  const starts = await Promise.allSettled([start(), start(), start()]);
  const begun = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(begun).toHaveLength(1);
  expect(refused).toMatchObject([{ code: 'turn_exists' }, { code: 'turn_exists' }]);
  expect(await begun[0]?.outcome).toMatchObject({ status: 'success' });
  await expect(start()).rejects.toMatchObject({ code: 'turn_exists' });
  expect(await (await openTurn(id, fixture)).outcome).toMatchObject({ status: 'success' });
});

test('the session of an earlier turn of the same id is not given to another', async () => {
  const { turn } = await fixture.run({});
  await rm(turn.directory, { recursive: true });
  const home = join(fixture.stateDirectory, 'homes', turn.id);
  const before = await readdir(home);
  await expect(fixture.start({ id: turn.id })).rejects.toMatchObject({ code: 'turn_exists' });
  expect(await readdir(home)).toEqual(before);
  expect(await readdir(join(fixture.stateDirectory, 'turns'))).not.toContain(turn.id);
});

test('what can be no id is refused before anything exists', async () => {
  const turns = join(fixture.stateDirectory, 'turns');
  await mkdir(turns, { recursive: true });
  const before = await readdir(turns);
  for (const id of ['', '..', 'turn', `../${newTurnId()}`]) {
    await expect(fixture.start({ id })).rejects.toMatchObject({ code: 'invalid_request' });
  }
  expect(await readdir(turns)).toEqual(before);
});
