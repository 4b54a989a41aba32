import { createLineFramer, type Frame } from '@dragoman/protocol';
import { bareLoops } from '../bare-loops.js';
import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { blownUpRecordings, inChunks } from './blown-up-recordings.js';

const ROUNDS = 7;

/**
 * Framing + `JSON.parse` against the barest loop that gives the same values. There are two such
 * loops (cut the bytes, or decode all and cut the text); the faster one in this run is the floor.
 */
export async function framingSpeed(): Promise<Measurement[]> {
  const bytes = blownUpRecordings(200_000_000);
  const chunks = inChunks(bytes);
  const ways = {
    framed: () => parseFramed(chunks),
    cutBytes: () => bareLoops.cutBytes(bytes),
    cutText: () => bareLoops.cutText(bytes.toString('utf8')),
  };
  const seconds: Record<keyof typeof ways, number[]> = { framed: [], cutBytes: [], cutText: [] };
  const expected = ways.cutBytes();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const way of rotated(Object.keys(ways) as (keyof typeof ways)[], round)) {
      const start = performance.now();
      const lines = ways[way]();
      if (lines !== expected) throw new Error(`${way} saw ${lines} lines, not ${expected}`);
      // The first round only warms up.
      if (round > 0) seconds[way].push((performance.now() - start) / 1000);
    }
  }
  const floor = median(seconds.cutBytes) < median(seconds.cutText) ? 'cutBytes' : 'cutText';
  const ratios = seconds.framed.map((time, round) => time / (seconds[floor][round] ?? Number.NaN));
  return [
    {
      name: 'framing + JSON.parse over a bare indexOf + JSON.parse loop',
      value: median(ratios),
      unit: '×',
      bar: 1.15,
      detail: [
        `${(bytes.length / 1e6).toFixed(0)} MB, ${expected} lines, ${ROUNDS} rounds`,
        `framed ${median(seconds.framed).toFixed(2)} s`,
        `bare ${median(seconds[floor]).toFixed(2)} s (${floor})`,
        `ratios ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
      ].join(', '),
    },
  ];
}

function parseFramed(chunks: readonly Buffer[]): number {
  const framer = createLineFramer();
  let lines = 0;
  const parse = (frames: readonly Frame[]): void => {
    for (const frame of frames) {
      if (frame.kind !== 'line') continue;
      JSON.parse(frame.text);
      lines += 1;
    }
  };
  for (const chunk of chunks) parse(framer.push(chunk));
  parse(framer.flush());
  return lines;
}

/** Each round starts with another way, so that none always runs on the warmer machine. */
function rotated<T>(values: readonly T[], by: number): T[] {
  const start = by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}
