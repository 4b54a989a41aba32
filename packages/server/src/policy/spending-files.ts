import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { makeFolder, namesInSync } from '@dragoman/sandbox';
import { z } from 'zod';

/** What a turn has used. */
export interface Spending {
  readonly tokens: number;
  readonly usd: number;
}

/**
 * What turns have used, as lines in a file for each client and day: one when a turn begins, one when it
 * has ended. Lines are appended whole, so several servers with one state folder count together, and one
 * that is killed forgets nothing; no turn counts twice, however often it is noted.
 */
export interface SpendingFiles {
  begun(client: string, turn: string): void;
  ended(client: string, turn: string, spent: Spending): void;
  /** What a client has used today. */
  spent(client: string): Spending;
  /** Turns that have begun and not ended, as far as is noted. */
  unended(): readonly string[];
}

/** Days that are kept: today, and yesterday for a turn that began then. */
const KEPT_DAYS = 2;

/** Clients whose sums are kept; those of others are read again. */
const MOST_SUMS = 200;

const PIECE_BYTES = 64 * 1024;

const amount = z.number().nonnegative();
const noted = z.object({
  turn: z.string().optional(),
  tokens: amount.optional(),
  usd: amount.optional(),
});
type Noted = z.infer<typeof noted>;

/** What a file says up to a position. It only grows. */
interface DaySum {
  position: number;
  readonly spent: { tokens: number; usd: number };
  readonly counted: Set<string>;
}

export function createSpendingFiles(root: string, today: () => string): SpendingFiles {
  /** By their files, those that were asked for last at the end. */
  const sums = new Map<string, DaySum>();
  const fileOf = (client: string): string =>
    join(root, today(), `${createHash('sha256').update(client).digest('hex')}.ndjson`);

  const note = (client: string, line: Noted): void => {
    const file = fileOf(client);
    makeFolder(dirname(file));
    // A line before it may have been cut off where the disk was full: this one must not be glued to it.
    appendFileSync(file, `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
  };

  const sumOf = (file: string): DaySum => {
    const known = sums.get(file);
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    // One that is shorter than it was is another: an operator has removed the one before.
    const sum = known !== undefined && known.position <= size ? known : emptySum();
    sums.delete(file);
    sums.set(file, sum);
    const [oldest = file] = sums.keys();
    if (sums.size > MOST_SUMS) sums.delete(oldest);
    return sum;
  };

  return {
    begun: (client, turn) => note(client, { turn }),
    ended(client, turn, spent) {
      note(client, { turn, ...spent });
      for (const day of daysIn(root).slice(0, -KEPT_DAYS)) {
        rmSync(join(root, day), { recursive: true, force: true });
      }
    },
    spent(client) {
      const file = fileOf(client);
      const sum = sumOf(file);
      const { spent, counted } = sum;
      for (const { line, end } of linesFrom(file, sum.position)) {
        sum.position = end;
        if (line?.tokens === undefined) continue;
        const { turn, tokens, usd = 0 } = line;
        if (turn !== undefined && counted.has(turn)) continue;
        if (turn !== undefined) counted.add(turn);
        spent.tokens += tokens;
        spent.usd += usd;
      }
      return { ...spent };
    },
    unended() {
      const open = new Set<string>();
      const files = daysIn(root).flatMap((day) =>
        [...namesInSync(join(root, day))].map((name) => join(root, day, name)),
      );
      const lines = files.flatMap((file) =>
        [...linesFrom(file, 0)].flatMap(({ line }) => line ?? []),
      );
      for (const { turn } of lines) if (turn !== undefined) open.add(turn);
      for (const { turn, tokens } of lines) {
        if (turn !== undefined && tokens !== undefined) open.delete(turn);
      }
      return [...open];
    },
  };
}

function emptySum(): DaySum {
  return { position: 0, spent: { tokens: 0, usd: 0 }, counted: new Set() };
}

function daysIn(root: string): readonly string[] {
  return [...namesInSync(root)].sort();
}

/** A line that has its end; nothing for one that can't be read. */
interface ReadLine {
  readonly line: Noted | undefined;
  /** Where the next one begins. */
  readonly end: number;
}

/** In pieces: a client may have begun any number of turns. */
function* linesFrom(path: string, position: number): Generator<ReadLine> {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    let rest = '';
    let end = position;
    const readAt = () => readSync(file, piece, 0, PIECE_BYTES, end + rest.length);
    for (let read = readAt(); read > 0; read = readAt()) {
      const lines = (rest + piece.toString('latin1', 0, read)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        end += line.length + 1;
        const parsed = parseJson(line);
        yield { line: noted.safeParse(parsed.ok ? parsed.value : undefined).data, end };
      }
    }
  } finally {
    closeSync(file);
  }
}
