import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ReadUnit } from './usage-part.js';
import { ROW_WORDS } from './usage-rows.js';

// What was read of session files, kept between runs: one line of JSON, and the rows behind it. The
// line says how many bytes follow and has their hash, so that a file that was cut off is seen.

const FORMAT = 'dragoman-usage';
/** Another version means other rows, or that files are read otherwise. */
const VERSION = 1;
const ROW_BYTES = ROW_WORDS * Uint32Array.BYTES_PER_ELEMENT;
const NEWLINE = 0x0a;

const modelTotal = z.object({
  input: z.number(),
  cached: z.number(),
  written: z.number(),
  output: z.number(),
  reasoning: z.number(),
  cost: z.number(),
});

const countAfter = z.object({
  after: z.number(),
  count: z.object({ models: z.record(z.string(), modelTotal), cost: z.number().optional() }),
});

const keptUnit = z.object({
  path: z.string(),
  stamp: z.string(),
  isFresh: z.boolean(),
  parts: z.array(
    z.object({
      session: z.string(),
      cwd: z.string().optional(),
      models: z.array(z.string()),
      rows: z.number().int().nonnegative(),
      counts: z.array(countAfter),
    }),
  ),
  progress: z
    .object({ readTo: z.number(), inode: z.number(), ends: z.string(), state: z.unknown() })
    .optional(),
});

const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  hash: z.string(),
  units: z.array(keptUnit),
});

/** All units that were read before, by their paths. A file that is none, or damaged, holds none. */
export function loadUsageIndex(path: string): ReadonlyMap<string, ReadUnit> {
  const units = new Map<string, ReadUnit>();
  const content = readIfThere(path);
  const end = content?.indexOf(NEWLINE) ?? -1;
  if (content === undefined || end === -1) return units;
  const parsed = header.safeParse(parsedLine(content.toString('utf8', 0, end)));
  const body = content.subarray(end + 1);
  if (!parsed.success || hashOf(body) !== parsed.data.hash) return units;
  // The rows need not lie where 32-bit numbers may be read.
  const words = new Uint32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
  let at = 0;
  for (const { parts, ...unit } of parsed.data.units) {
    const read = parts.map(({ rows, cwd, ...part }) => {
      const from = at;
      at += rows * ROW_WORDS;
      return { ...part, cwd, words: words.subarray(from, at) };
    });
    units.set(unit.path, { ...unit, parts: read });
  }
  return at === words.length ? units : new Map();
}

/**
 * Keeps what was read. It is written beside the file and then takes its place, so that another process
 * reads the one or the other. Where that can't be, everything is read again next time.
 */
export function saveUsageIndex(path: string, units: readonly ReadUnit[]): void {
  const body = Buffer.concat(
    units.flatMap(({ parts }) =>
      parts.map(({ words }) => Buffer.from(words.buffer, words.byteOffset, words.byteLength)),
    ),
  );
  const kept = units.map(({ parts, ...unit }) => ({
    ...unit,
    parts: parts.map(({ words, ...part }) => ({ ...part, rows: words.byteLength / ROW_BYTES })),
  }));
  const line = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    hash: hashOf(body),
    units: kept,
  });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, Buffer.concat([Buffer.from(`${line}\n`), body]), {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(draft, path);
  } catch {
    removeDraft(draft);
  }
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

function hashOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url');
}
