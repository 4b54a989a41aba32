import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '../benchmark.js';
import { underLoad } from './interleaved.js';
import { readLinesApart } from './line-reader.js';
import { type ServedFixture, withServer } from './server-fixture.js';
import { createWrittenTurn, said } from './written-turn.js';

/** A turn that is written at a pace, for its readers to read as it comes. */
export interface PacedTurn {
  /** Those that read all the time. */
  readonly readers: number;
  readonly events: number;
  readonly paceMs: number;
  /** Characters of an event. */
  readonly length: number;
}

export interface PacedResult {
  /** Milliseconds from the write of an event to its arrival, for each event and each of the others. */
  readonly latencies: readonly number[];
  /** What the server holds while the last event has come, and the stalled one has not read yet. */
  readonly held: number;
  /** Events that the stalled one got once it read again, without a gap. */
  readonly late: number;
}

const STALL_MS = 60_000;
const PACE_MS = 20;
/** Far more than what waits in the buffers of a connection: 60 s of it are 24 MB. */
const PACED: PacedTurn = { readers: 20, events: STALL_MS / PACE_MS, paceMs: PACE_MS, length: 8000 };
const WARM_UP: PacedTurn = { ...PACED, events: 250 };
const MEGABYTE = 1e6;

/**
 * What a reader that stalls for a minute costs the others of its turn, and the server. Two servers work
 * at the same time, one of them with such a reader, and then the other: what else the machine does
 * slows both.
 */
export function stalledReader(): Promise<Measurement[]> {
  return withServer({ steps: [] }, (one) =>
    withServer({ steps: [] }, async (other) => {
      await readBeside(one, other, WARM_UP);
      const rounds = [await readBeside(one, other, PACED), await readBeside(other, one, PACED)];
      const latencies = (way: keyof PacedPair) => rounds.flatMap((round) => round[way].latencies);
      const [stalled, without] = [latencies('stalled'), latencies('without')];
      const [ours, theirs] = [percentile(stalled, 0.99), percentile(without, 0.99)];
      const grown = rounds.map((round) => (round.stalled.held - round.without.held) / MEGABYTE);
      const late = rounds.map((round) => round.stalled.late).join(' and ');
      const how = `${PACED.readers} others, ${PACED.events} events of ${PACED.length} characters at ${PACE_MS} ms, twice`;
      return [
        {
          name: 'p99 from write to arrival at the others, with a reader that stalls for 60 s over without',
          value: ours / theirs,
          unit: '×',
          bar: 1.2,
          detail: `${how}, p99 ${ours.toFixed(2)} ms and ${theirs.toFixed(2)} ms, medians ${percentile(stalled, 0.5).toFixed(2)} ms and ${percentile(without, 0.5).toFixed(2)} ms${underLoad()}`,
        },
        {
          name: 'what the server holds for a reader that stalls for 60 s',
          value: Math.max(...grown),
          unit: 'MB',
          bar: 5,
          detail: `heap and buffers after collections, more than the server without one: ${grown.map((size) => size.toFixed(1)).join(' and ')} MB; it then got all ${late} events`,
        },
      ];
    }),
  );
}

interface PacedPair {
  readonly stalled: PacedResult;
  readonly without: PacedResult;
}

/** The same turn on two servers at once, on the first with a reader that stalls. */
async function readBeside(
  one: ServedFixture,
  other: ServedFixture,
  turn: PacedTurn,
): Promise<PacedPair> {
  const [stalled, without] = await Promise.all([
    readPaced(one, turn, true),
    // Not in step: each would wait for the other's events to be written.
    delay(turn.paceMs / 2).then(() => readPaced(other, turn, false)),
  ]);
  return { stalled, without };
}

/** Writes a turn at its pace, with readers of it, and one more that stalls until all is written. */
export async function readPaced(
  { server, stateDirectory }: ServedFixture,
  { readers: count, events, paceMs, length }: PacedTurn,
  hasStalled: boolean,
): Promise<PacedResult> {
  const turn = createWrittenTurn(stateDirectory);
  const url = `${server.url}/v1/turns/${turn.id}/events`;
  const written: number[] = [];
  const latencies: number[] = [];
  let arrived = 0;
  const onLine = (line: string): void => {
    const seq = seqOf(line);
    if (seq === undefined) return;
    arrived += 1;
    const at = written[seq];
    if (at !== undefined) latencies.push(performance.now() - at);
  };
  const allHave = async (each: number): Promise<void> => {
    while (arrived < each * count) await delay(5);
  };
  turn.write(said('It begins.'));
  const readers = Array.from({ length: count }, () => readLinesApart({ url, after: 0, onLine }));
  await allHave(1);
  const stalled = hasStalled ? await openStalled(url) : undefined;
  const content = 'x'.repeat(length);
  const began = performance.now();
  for (let event = 0; event < events; event += 1) {
    await delay(Math.max(0, began + event * paceMs - performance.now()));
    // The first event has the number 1.
    written[event + 2] = performance.now();
    turn.write(said(content));
  }
  await allHave(1 + events);
  const { held } = await server.usage();
  turn.end();
  await Promise.all(readers);
  return { latencies, held, late: stalled === undefined ? 0 : await readLate(stalled) };
}

/** A connection whose response nobody reads. */
function openStalled(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => resolve(response.pause())).on('error', reject);
  });
}

/** Reads again, to the end. Throws where something is missing. */
async function readLate(response: IncomingMessage): Promise<number> {
  let rest = '';
  let last = 0;
  for await (const text of response.setEncoding('utf8')) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const seq = seqOf(line);
      if (seq === undefined) continue;
      if (seq !== last + 1) throw new Error(`After ${last} the stalled reader got ${seq}.`);
      last = seq;
    }
  }
  return last;
}

/** Without parsing all of it: readers and writer share a processor with what is measured. */
function seqOf(line: string): number | undefined {
  const seq = /"seq":(\d+)/.exec(line.slice(0, 100))?.[1];
  return seq === undefined ? undefined : Number(seq);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
