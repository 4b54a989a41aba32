import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '../benchmark.js';
import { underLoad } from './interleaved.js';
import { postTurn, readLines } from './read-lines.js';
import { compareReading, type ReadingFaults, readReturning } from './returning-reader.js';
import { withServer } from './server-fixture.js';
import { createWrittenTurn, said, type WrittenTurn } from './written-turn.js';

/** How much happens at once. */
export interface Churn {
  /** Turns in all, read while they are written. */
  readonly turns: number;
  /** Of these, turns of a real Codex that follows a script; the others are journals that grow. */
  readonly scripted: number;
  /** How many of those run at once: more would only wait for the processor. */
  readonly scriptedAtOnce: number;
  /** In all, over all turns. */
  readonly readers: number;
  /** How long the journals grow. */
  readonly growMs: number;
}

export interface ChurnResult extends ReadingFaults {
  readonly drops: number;
  readonly events: number;
}

export const FULL: Churn = {
  turns: 200,
  scripted: 16,
  scriptedAtOnce: 4,
  readers: 1000,
  growMs: 20_000,
};
export const COUNTING = { steps: [{ run: 'seq 1 200' }, { say: 'It has counted. '.repeat(40) }] };
const PACE_MS = 400;
const MOST_AWAY_MS = 4000;
/** A reader breaks off within some lines, mostly in the middle of one. */
const MOST_BYTES = 8 * 1024;
const NOTHING: ChurnResult = {
  lost: 0,
  twice: 0,
  outOfOrder: 0,
  changed: 0,
  drops: 0,
  events: 0,
};

/** Readers that drop and return at random, while their turns are written: what each of them misses. */
export function churningReaders(): Promise<Measurement[]> {
  return withServer(COUNTING, async (served) => {
    const began = performance.now();
    const { server, stateDirectory } = served;
    const result = await churnReaders({ urls: [server.url], stateDirectory }, FULL);
    return [churnMeasurement(result, began)];
  });
}

/** What became of all of it, beside the bar. */
export function churnMeasurement(result: ChurnResult, began: number, where = ''): Measurement {
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const { lost, twice, outOfOrder, changed, drops, events } = result;
  return {
    name: `events lost, twice, out of order or changed, ${FULL.turns} turns, ${FULL.readers} readers that drop and return${where}`,
    value: lost + twice + outOfOrder + changed,
    unit: 'events',
    bar: 0,
    detail: `${events.toLocaleString('en')} events read over ${drops.toLocaleString('en')} broken connections in ${seconds} s; ${FULL.scripted} turns of Codex${underLoad()}`,
  };
}

/** Where turns are written and read. */
export interface ChurnPlace {
  /** Servers, of which the first conducts turns. */
  readonly urls: readonly string[];
  /** The first one's. */
  readonly stateDirectory: string;
  /** Makes a turn of this process known to servers that don't look into the folder. */
  readonly announce?: (turn: WrittenTurn) => Promise<void>;
}

interface ReadTurn {
  readonly id: string;
  /** Resolves when its `end` is written. */
  readonly ended: Promise<unknown>;
}

/** Lets all of it happen, and compares what each reader has with the journal. */
export async function churnReaders(place: ChurnPlace, churn: Churn): Promise<ChurnResult> {
  const { urls, stateDirectory, announce } = place;
  const each = churn.readers / churn.turns;
  let total = NOTHING;

  const read = async ({ id, ended }: ReadTurn): Promise<void> => {
    const addresses = urls.map((url) => `${url}/v1/turns/${id}/events`);
    const readings = Array.from({ length: each }, () =>
      readReturning({ urls: addresses, mostAwayMs: MOST_AWAY_MS, mostBytes: MOST_BYTES }),
    );
    await ended;
    const all = await Promise.all(readings);
    const file = join(stateDirectory, 'turns', id, 'events.ndjson');
    const journal = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
    for (const { lines, drops } of all) {
      total = sum(total, { ...compareReading(journal, lines), drops, events: lines.length });
    }
  };

  const scripted = Array.from({ length: churn.scripted }, (_, index) => index);
  const runScripted = async (): Promise<void> => {
    while (scripted.pop() !== undefined) await read(await startScripted(urls[0] ?? ''));
  };
  const written = Array.from({ length: churn.turns - churn.scripted }, async () => {
    const turn = createWrittenTurn(stateDirectory);
    await announce?.(turn);
    await read({ id: turn.id, ended: growTurn(turn, churn.growMs) });
  });
  await Promise.all([...written, ...Array.from({ length: churn.scriptedAtOnce }, runScripted)]);
  return total;
}

async function startScripted(url: string): Promise<ReadTurn> {
  const response = await postTurn(url, { prompt: 'Count.' });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const ended = (async () => {
    for await (const _line of readLines(response));
  })();
  return { id: response.headers.get('turn-id') ?? '', ended };
}

/** A journal that grows by events of different lengths, some of them at once, and then ends. */
async function growTurn(turn: WrittenTurn, growMs: number): Promise<void> {
  const until = performance.now() + growMs * (0.5 + Math.random() / 2);
  while (performance.now() < until) {
    const count = 1 + Math.floor(Math.random() * 4);
    turn.write(Array.from({ length: count }, () => said('wörds '.repeat(Math.random() * 60))));
    await delay(Math.random() * 2 * PACE_MS);
  }
  turn.end();
}

function sum(one: ChurnResult, other: ChurnResult): ChurnResult {
  return {
    lost: one.lost + other.lost,
    twice: one.twice + other.twice,
    outOfOrder: one.outOfOrder + other.outOfOrder,
    changed: one.changed + other.changed,
    drops: one.drops + other.drops,
    events: one.events + other.events,
  };
}
