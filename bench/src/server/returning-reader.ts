import { setTimeout as delay } from 'node:timers/promises';
import { parseJson } from '@dragoman/protocol';
import { readLinesApart } from './line-reader.js';

/** A client of one turn whose connection breaks again and again, and which comes back with its cursor. */
export interface ReturningReader {
  /** What it has, in the order in which it came. */
  readonly lines: readonly string[];
  /** How often its connection broke. */
  readonly drops: number;
}

export interface ReturningReaderOptions {
  /** Where the events of its turn are: it comes back to any of these. */
  readonly urls: readonly string[];
  /** It is away for at most so long, and comes at first after at most so long. */
  readonly mostAwayMs: number;
  /** It breaks off after at most so many bytes. */
  readonly mostBytes: number;
}

/** Reads a turn to its `end`, over as many connections as that takes. */
export async function readReturning({
  urls,
  mostAwayMs,
  mostBytes,
}: ReturningReaderOptions): Promise<ReturningReader> {
  const lines: string[] = [];
  let connections = 0;
  let after = 0;
  let isOver = false;
  const onLine = (line: string): void => {
    const head = headOf(line);
    if (head.type === 'ping') return;
    lines.push(line);
    after = head.seq;
    isOver = head.type === 'end';
  };
  while (!isOver) {
    await delay(Math.random() * mostAwayMs);
    connections += 1;
    await readLinesApart({
      url: urls[Math.floor(Math.random() * urls.length)] ?? '',
      after,
      onLine,
      dropAfterBytes: 1 + Math.floor(Math.random() * mostBytes),
    });
  }
  return { lines, drops: connections - 1 };
}

/** What is wrong with what a reader has, beside the lines of the journal. */
export interface ReadingFaults {
  readonly lost: number;
  readonly twice: number;
  readonly outOfOrder: number;
  /** Lines that are not as the journal has them. */
  readonly changed: number;
}

/** @param journal all lines of the turn, in its order */
export function compareReading(
  journal: readonly string[],
  lines: readonly string[],
): ReadingFaults {
  const written = new Set(journal);
  const seen = new Set<number>();
  let [twice, outOfOrder, changed, last] = [0, 0, 0, 0];
  for (const line of lines) {
    const { seq } = headOf(line);
    if (seen.has(seq)) twice += 1;
    else if (seq < last) outOfOrder += 1;
    if (!written.has(line)) changed += 1;
    seen.add(seq);
    last = Math.max(last, seq);
  }
  const lost = journal.filter((line) => !seen.has(headOf(line).seq)).length;
  return { lost, twice, outOfOrder, changed };
}

/** The type and the number of an event; of what is none, nothing that a journal has. */
function headOf(line: string): { readonly type: string; readonly seq: number } {
  const json = parseJson(line);
  const { type, seq } = (json.ok ? json.value : {}) as { type?: unknown; seq?: unknown };
  return {
    type: typeof type === 'string' ? type : 'none',
    seq: typeof seq === 'number' ? seq : -1,
  };
}
