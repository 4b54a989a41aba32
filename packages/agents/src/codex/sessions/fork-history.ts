import type { JsonObject } from '@dragoman/protocol';
import { numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { readLines } from '../../sessions/file-lines.js';
import { type OpenFile, openOwnFile } from '../../sessions/open-file.js';
import { recordAt } from '../../sessions/positioned-records.js';
import { readsOf, splicedFile } from '../../sessions/spliced-file.js';
import { withSessionFile } from '../../sessions/with-session-file.js';
import { findOrigin } from './find-origin.js';

// From 0.148 on, Codex does not copy a session into its fork. The file of the fork names the session, and
// how much of it belongs to the fork; the lines of the fork come behind that.

/** What a fork continues: so much of another session. */
interface ForkBase {
  readonly sessionId: string;
  /** The number of the first record that does not belong to the fork. */
  readonly end: number;
  /** Where that record begins in the file of the session, as far as the file is still the same. */
  readonly endByte: number | undefined;
}

/** A session with what it continues in front of it. */
export interface WholeSession {
  readonly file: OpenFile;
  /** The session that it, or one that it continues, is a fork of and whose file is not there. */
  readonly missing: string | undefined;
}

/** More forks of forks than anybody makes: each takes an open file, and what is packed takes memory. */
const MOST_ORIGINS = 50;

/** Reads a session of Codex together with the part of another one that it was forked from, and so on. */
export async function withForkHistory<T>(
  file: OpenFile,
  use: (whole: WholeSession) => Promise<T>,
  { signal, open = openOwnFile, deep = 0 }: HistoryOptions = {},
): Promise<T> {
  const head = await recordAt(file, 0);
  const base = head?.record === undefined ? undefined : baseOf(head.record);
  if (head === undefined || base === undefined) return use({ file, missing: undefined });
  const origin = deep < MOST_ORIGINS ? findOrigin(file.path, base.sessionId) : undefined;
  if (origin === undefined) return use({ file, missing: base.sessionId });
  const useWith = async (own: OpenFile): Promise<T> => {
    const end = await endIn(own, base);
    const splice = ({ file: whole, missing }: WholeSession): Promise<T> => {
      // What the origin itself continues lies before its end.
      const bytes = end + whole.bytes - own.bytes;
      return use({
        file: splicedFile(file, [{ at: head.end, bytes, read: whole.read }]),
        missing,
      });
    };
    return withForkHistory(own, splice, { signal, open, deep: deep + 1 });
  };
  return withSessionFile(origin, useWith, signal, open);
}

interface HistoryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Opens the file of another session: an agent may have put a link there. */
  readonly open?: (path: string) => OpenFile;
  readonly deep?: number;
}

/** Whether the beginning of a file says that it is a fork, of which the file has only its own part. */
export function isForkHead(head: Buffer): boolean {
  const newline = head.indexOf(NEWLINE);
  const first = newline === -1 ? head : head.subarray(0, newline);
  return BASES.some((name) => first.includes(name));
}

const BASES = ['"history_base":{', '"forked_from_ordinal_exclusive":'];

/** A session with what it continues. Only the file itself has to be closed. */
export function joinForkHistory(file: OpenFile): Promise<OpenFile> {
  return withForkHistory(file, async ({ file: whole }) => whole, { open: openWhileRead });
}

/** A file that is open only while it is read. */
function openWhileRead(path: string): OpenFile {
  const file = openOwnFile(path);
  file.close();
  return { ...file, read: readsOf(path), close() {} };
}

/** The files of the sessions that one is a fork of, the nearest first. */
export async function originsOf(path: string): Promise<ForkOrigins> {
  const origins: ForkOrigin[] = [];
  let current = path;
  while (origins.length < MOST_ORIGINS) {
    const read = (file: OpenFile) => recordAt(file, 0);
    const open = current === path ? undefined : openOwnFile;
    const head = await withSessionFile(current, read, undefined, open);
    const base = head?.record === undefined ? undefined : baseOf(head.record);
    if (base === undefined) return { origins, missing: undefined };
    const origin = findOrigin(current, base.sessionId);
    if (origin === undefined) return { origins, missing: base.sessionId };
    origins.push({ sessionId: base.sessionId, path: origin });
    current = origin;
  }
  return { origins, missing: origins.at(-1)?.sessionId };
}

interface ForkOrigin {
  readonly sessionId: string;
  readonly path: string;
}

interface ForkOrigins extends Pick<WholeSession, 'missing'> {
  readonly origins: readonly ForkOrigin[];
}

/** 0.166 says it in two ways, 0.150 in one. */
function baseOf(record: JsonObject): ForkBase | undefined {
  const meta = objectAt(record, 'payload');
  const base = objectAt(meta, 'history_base');
  const sessionId = textAt(base, 'thread_id') ?? textAt(meta, 'forked_from_id');
  const end =
    numberAt(base, 'end_ordinal_exclusive') ?? numberAt(meta, 'forked_from_ordinal_exclusive');
  if (sessionId === undefined || end === undefined) return undefined;
  return { sessionId, end, endByte: numberAt(base, 'end_byte_offset') };
}

/** Where the part of a session ends that a fork continues, in its file. */
async function endIn(origin: OpenFile, { end, endByte }: ForkBase): Promise<number> {
  if (endByte !== undefined && (await isEnd(origin, endByte, end))) return endByte;
  let position = origin.bytes;
  await readLines(origin, 0, origin.bytes, ({ at, text }) => {
    const ordinal = ordinalOf(text);
    // The first record of a fork has the number at which it was forked.
    if (at === 0 || ordinal === undefined || ordinal < end) return true;
    position = at;
    return false;
  });
  return position;
}

/** Whether the record with a number, or the end of the file, is at a position. */
async function isEnd(origin: OpenFile, at: number, end: number): Promise<boolean> {
  if (at <= 0 || at > origin.bytes) return false;
  const before = Buffer.alloc(1);
  await origin.read(before, at - 1);
  if (before[0] !== NEWLINE) return false;
  const next = await recordAt(origin, at);
  return next === undefined || (numberAt(next.record, 'ordinal') ?? 0) === end;
}

const NEWLINE = 0x0a;
/** The number comes first or second in a line; no other record of that sort has one so early. */
const ORDINAL = /^\{(?:"timestamp":"[^"]{0,64}",)?"ordinal":(\d{1,15})[,}]/;

function ordinalOf(line: string | undefined): number | undefined {
  const [, ordinal] = ORDINAL.exec(line ?? '') ?? [];
  return ordinal === undefined ? undefined : Number(ordinal);
}
