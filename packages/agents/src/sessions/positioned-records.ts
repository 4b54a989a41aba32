import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import type { LineFault } from '../interpret/translation-stats.js';
import type { OpenFile } from './open-file.js';
import { type PositionedLine, readLines } from './read-lines.js';

/** A record and where its line begins and ends. */
export interface PositionedRecord {
  readonly at: number;
  readonly end: number;
  /** Absent when the line is no record. */
  readonly record: JsonObject | undefined;
  /** What the line is instead of a record: too long, no JSON object, or cut off. */
  readonly fault: LineFault | undefined;
  /** The line itself, where it was left as it is. */
  readonly line?: string;
}

const BYTE_ORDER_MARK = '\ufeff';
const SPACE = 0x20;
const NOT_BLANK = /[^\t\v\f\r ]/;

/**
 * Shows the records between two positions, of which the first is the beginning of a line. Blank lines
 * are left out; lines that are to be left unparsed are shown as they are.
 */
export function showRecords(
  file: OpenFile,
  from: number,
  to: number,
  show: (record: PositionedRecord) => void,
  isLeft?: (line: string) => boolean,
): Promise<void> {
  return readLines(file, from, to, (line) => {
    const { at, end, text, terminated } = line;
    if (isLeft !== undefined && terminated && text !== undefined && isLeft(text)) {
      show({ at, end, record: undefined, fault: undefined, line: text });
      return;
    }
    const record = toRecord(line);
    if (record !== undefined) show(record);
  });
}

/** All of them at once. */
export async function readRecords(
  file: OpenFile,
  from: number,
  to: number,
): Promise<PositionedRecord[]> {
  const records: PositionedRecord[] = [];
  await showRecords(file, from, to, (record) => records.push(record));
  return records;
}

/** The record whose line begins at a position. */
export async function recordAt(
  file: OpenFile,
  start: number,
  before = file.bytes,
): Promise<PositionedRecord | undefined> {
  let found: PositionedRecord | undefined;
  const keepFirst = (line: PositionedLine): boolean => {
    found = toRecord(line);
    return false;
  };
  await readLines(file, start, before, keepFirst, { ahead: false });
  return found;
}

/** The record of a line; undefined when the line is blank. */
export function toRecord({
  at,
  end,
  text,
  terminated,
}: PositionedLine): PositionedRecord | undefined {
  if (text === undefined) return { at, end, record: undefined, fault: 'tooLong' };
  const content = at === 0 ? withoutByteOrderMark(text) : text;
  if (isBlank(content)) return undefined;
  const parsed = parseJson(content);
  if (parsed.ok && isJsonObject(parsed.value)) {
    return { at, end, record: parsed.value, fault: undefined };
  }
  const isTorn = !terminated && !parsed.ok;
  return { at, end, record: undefined, fault: isTorn ? 'torn' : 'malformed' };
}

/** What a file says behind the mark that some editors put at its beginning. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** Looked at before parsing: that a line is no JSON takes long to find out, and a file may have many. */
function isBlank(text: string): boolean {
  return text === '' || (text.charCodeAt(0) <= SPACE && !NOT_BLANK.test(text));
}
