import { expect, test } from 'vitest';
import { createLane } from './script-turn.js';

const { signal } = new AbortController();

test('whoever comes waits until it is given back, in the order of coming', async () => {
  const lane = createLane();
  const order: string[] = [];
  const giveBack = await lane.take(signal);
  const waiting = ['first', 'second', 'third'].map(async (name) => {
    const done = await lane.take(signal);
    order.push(name);
    done();
  });
  expect(order).toEqual([]);
  giveBack();
  await Promise.all(waiting);
  expect(order).toEqual(['first', 'second', 'third']);
});

test('one that gives up while it waits is skipped', async () => {
  const lane = createLane();
  const impatient = new AbortController();
  const giveBack = await lane.take(signal);
  const givenUp = expect(lane.take(impatient.signal)).rejects.toThrow('enough');
  let taken = false;
  const patient = lane.take(signal).then((done) => {
    taken = true;
    done();
  });
  impatient.abort(new Error('enough'));
  await givenUp;
  expect(taken).toBe(false);
  giveBack();
  await patient;
});
