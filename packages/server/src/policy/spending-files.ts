import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

const PIECE_BYTES = 64 * 1024;

const amount = z.number().nonnegative();
const noted = z.object({
  turn: z.string().optional(),
  tokens: amount.optional(),
  usd: amount.optional(),
});
type Noted = z.infer<typeof noted>;

export function createSpendingFiles(root: string, today: () => string): SpendingFiles {
  const note = (client: string, line: Noted): void => {
    const name = createHash('sha256').update(client).digest('hex');
    const folder = join(root, today());
    makeFolder(folder);
    appendFileSync(join(folder, `${name}.ndjson`), `${JSON.stringify(line)}\n`, { mode: 0o600 });
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
      const name = createHash('sha256').update(client).digest('hex');
      const sum = { tokens: 0, usd: 0 };
      const counted = new Set<string>();
      for (const { turn, tokens, usd = 0 } of linesIn(join(root, today(), `${name}.ndjson`))) {
        if (tokens === undefined || (turn !== undefined && counted.has(turn))) continue;
        if (turn !== undefined) counted.add(turn);
        sum.tokens += tokens;
        sum.usd += usd;
      }
      return sum;
    },
    unended() {
      const open = new Set<string>();
      const files = daysIn(root).flatMap((day) =>
        [...namesInSync(join(root, day))].map((name) => join(root, day, name)),
      );
      const lines = files.flatMap((file) => [...linesIn(file)]);
      for (const { turn } of lines) if (turn !== undefined) open.add(turn);
      for (const { turn, tokens } of lines) {
        if (turn !== undefined && tokens !== undefined) open.delete(turn);
      }
      return [...open];
    },
  };
}

function daysIn(root: string): readonly string[] {
  return [...namesInSync(root)].sort();
}

/** In pieces: a client may have begun any number of turns. */
function* linesIn(path: string): Generator<Noted> {
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
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      const lines = (rest + piece.toString('latin1', 0, read)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const parsed = parseJson(line);
        const { data } = noted.safeParse(parsed.ok ? parsed.value : undefined);
        if (data !== undefined) yield data;
      }
    }
  } finally {
    closeSync(file);
  }
}
