import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReplayOrder } from './replay-order.js';

/** Asks for the turns of some names, and gives the order in which they came. */
async function deliveredIn(
  log: string[],
  asks: readonly { readonly name: string; readonly afterMs?: number }[],
): Promise<readonly string[]> {
  const order = createReplayOrder(log);
  const delivered: string[] = [];
  await Promise.all(
    asks.map(async ({ name, afterMs = 0 }) => {
      if (afterMs > 0) await delay(afterMs);
      await order.turnOf(name);
      delivered.push(name);
    }),
  );
  return delivered;
}

test('what happened before is handed over in the order of the log, however it is asked for', async () => {
  const asks = ['c', 'a', 'b'].map((name) => ({ name }));
  expect(await deliveredIn(['a', 'b', 'c'], asks)).toEqual(['a', 'b', 'c']);
});

test('what happens now is handed over in the order of the log, though a later answer is read sooner', async () => {
  const log: string[] = [];
  const order = createReplayOrder(log);
  const delivered: string[] = [];
  const ask = async (name: string) => {
    await order.turnOf(name);
    delivered.push(name);
  };
  log.push('slow', 'quick');
  const quick = ask('quick');
  await delay(20);
  expect(delivered).toEqual([]);
  await Promise.all([quick, ask('slow')]);
  expect(delivered).toEqual(['slow', 'quick']);
});

test('what is asked for no more holds back what follows only for a moment', async () => {
  expect(await deliveredIn(['gone', 'b'], [{ name: 'b' }])).toEqual(['b']);
});

test('what the log has not is handed over when the log has been', async () => {
  const asks = [{ name: 'new' }, { name: 'a', afterMs: 20 }];
  expect(await deliveredIn(['a'], asks)).toEqual(['a', 'new']);
});
