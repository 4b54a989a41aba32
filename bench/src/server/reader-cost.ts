import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { underLoad } from './interleaved.js';
import { readLinesApart } from './line-reader.js';
import { type ServedFixture, withServer } from './server-fixture.js';
import { createWrittenTurn, said } from './written-turn.js';

const ROUNDS = 3;
const FEW = 10;
const MANY = 1000;
const EVENTS = 100;
/** As fast as a model speaks. */
const PACE_MS = 50;
const CONTENT = 'A few words that a model says at once.';

/**
 * What an event costs the server for each who reads it, with many readers of one turn over a few: its
 * processor time, divided by the events that all readers together received.
 */
export function readerCost(): Promise<Measurement[]> {
  return withServer({ steps: [] }, async (served) => {
    const costs = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [few, many] = [await costWith(served, FEW), await costWith(served, MANY)];
      // The first round warms the server up.
      if (round === 0) continue;
      costs.few.push(few);
      costs.many.push(many);
    }
    const micros = (values: readonly number[]) => `${(median(values) * 1000).toFixed(1)} µs`;
    return [
      {
        name: `processor time of the server per event delivered to a reader, with ${MANY} readers over ${FEW}`,
        value: median(costs.many) / median(costs.few),
        unit: '×',
        bar: 1.5,
        detail: `${ROUNDS} rounds, ${EVENTS} events at ${PACE_MS} ms, medians ${micros(costs.many)} and ${micros(costs.few)}${underLoad()}`,
      },
    ];
  });
}

/** Milliseconds of the server for one event of one reader. */
async function costWith({ server, stateDirectory }: ServedFixture, count: number): Promise<number> {
  const turn = createWrittenTurn(stateDirectory);
  const url = `${server.url}/v1/turns/${turn.id}/events`;
  let events = 0;
  const onLine = (line: string): void => {
    if (!line.startsWith('{"type":"ping"')) events += 1;
  };
  turn.write(said(CONTENT));
  const readers = Array.from({ length: count }, () => readLinesApart({ url, after: 0, onLine }));
  const allHave = async (each: number): Promise<void> => {
    while (events < each * count) await delay(5);
  };
  await Promise.race([allHave(1), ...readers.map(isLost)]);
  const before = (await server.usage()).cpuMs;
  for (let written = 0; written < EVENTS; written += 1) {
    await delay(PACE_MS);
    turn.write(said(CONTENT));
  }
  await allHave(1 + EVENTS);
  const { cpuMs } = await server.usage();
  turn.end();
  await Promise.all(readers);
  return (cpuMs - before) / (EVENTS * count);
}

async function isLost(reader: Promise<void>): Promise<never> {
  await reader;
  throw new Error('A reader was let go before the end of its turn.');
}
