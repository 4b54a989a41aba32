import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ReadUnit, UsagePart } from './usage-part.js';
import { ROW_WORDS } from './usage-rows.js';

// What was read of session files, kept between runs: a line that says what follows and has its hash, so
// that a file that was cut off or changed is seen; the units as JSON; the rows of all.

const FORMAT = 'dragoman-usage';
/** Another version means other units or rows, or that files are read otherwise. */
const VERSION = 3;
const WORD_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const NEWLINE = 0x0a;

const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  hash: z.string(),
  /** How long the units are as JSON. */
  unitBytes: z.number().int().nonnegative(),
});

interface KeptPart extends Omit<UsagePart, 'words'> {
  readonly rows: number;
}

interface KeptUnit extends Omit<ReadUnit, 'parts'> {
  readonly parts: readonly KeptPart[];
}

/** All units that were read before, by their paths. A file that is none, or damaged, holds none. */
export function loadUsageIndex(path: string): ReadonlyMap<string, ReadUnit> {
  const units = new Map<string, ReadUnit>();
  const content = readIfThere(path);
  const end = content?.indexOf(NEWLINE) ?? -1;
  if (content === undefined || end === -1) return units;
  const parsed = header.safeParse(parsedLine(content.toString('utf8', 0, end)));
  const body = content.subarray(end + 1);
  if (!parsed.success || hashOf([body]) !== parsed.data.hash) return units;
  // The hash shows that this is what this version has written: nothing else has to be checked.
  const kept: KeptUnit[] = JSON.parse(body.toString('utf8', 0, parsed.data.unitBytes));
  const words = wordsIn(body.subarray(parsed.data.unitBytes));
  let at = 0;
  for (const { parts, ...unit } of kept) {
    const read = parts.map(({ rows, session, cwd, models, counts }): UsagePart => {
      const from = at;
      at += rows * ROW_WORDS;
      return { session, cwd, models, counts, words: words.subarray(from, at) };
    });
    units.set(unit.path, { ...unit, parts: read });
  }
  return units;
}

/** Rows lie where 32-bit numbers may be read, unless the file was read to somewhere else. */
function wordsIn(rows: Buffer): Uint32Array {
  const { buffer, byteOffset, length } = rows;
  return byteOffset % WORD_BYTES === 0
    ? new Uint32Array(buffer, byteOffset, length / WORD_BYTES)
    : new Uint32Array(buffer.slice(byteOffset, byteOffset + length));
}

/**
 * Keeps what was read. It is written beside the file and then takes its place, so that another process
 * reads the one or the other. Where that can't be, everything is read again next time.
 */
export function saveUsageIndex(path: string, units: readonly ReadUnit[]): void {
  const kept = units.map(
    ({ parts, ...unit }): KeptUnit => ({
      ...unit,
      parts: parts.map(({ words, ...part }) => ({ ...part, rows: words.length / ROW_WORDS })),
    }),
  );
  const line = Buffer.from(padded(JSON.stringify(kept)));
  const rows = units.flatMap(({ parts }) =>
    parts.map(({ words }) => Buffer.from(words.buffer, words.byteOffset, words.byteLength)),
  );
  const about = { format: FORMAT, version: VERSION, hash: hashOf([line, ...rows]) };
  const first = padded(`${JSON.stringify({ ...about, unitBytes: line.length })}`, 1);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, Buffer.concat([Buffer.from(`${first}\n`), line, ...rows]), {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(draft, path);
  } catch {
    removeDraft(draft);
  }
}

/** JSON that ends, with some more bytes, where a 32-bit number may begin. */
function padded(json: string, more = 0): string {
  const over = (Buffer.byteLength(json) + more) % WORD_BYTES;
  return over === 0 ? json : json + ' '.repeat(WORD_BYTES - over);
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // There is no folder that it could be in.
  }
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function hashOf(pieces: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('base64url');
}
