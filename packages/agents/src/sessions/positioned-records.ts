import { basename } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { type LineFault, parseRecord } from '../interpret/driver.js';
import { type PositionedLine, readLines } from './file-lines.js';
import { type OpenFile, textOf } from './open-file.js';
import type { SessionFormat } from './session-format.js';

/** A record, and where its line begins and ends. */
export interface PositionedRecord {
  readonly at: number;
  readonly end: number;
  /** Absent when the line is no record. */
  readonly record: JsonObject | undefined;
  /** Why the line is no record. */
  readonly fault: LineFault | undefined;
}

const BYTE_ORDER_MARK = '\ufeff';
const SPACE = 0x20;
const NOT_BLANK = /[^\t\v\f\r ]/;
const MEBIBYTE = 1024 * 1024;
/** All of a document is held at once, several times as large as it is in the file. */
const LARGEST_DOCUMENT = 64 * MEBIBYTE;

/** Shows all records of a session's file, one a line or in one document. Blank lines are left out. */
export async function readAllRecords(
  file: OpenFile,
  format: SessionFormat,
  show: (record: PositionedRecord) => void,
): Promise<void> {
  const { documents } = format;
  if (documents === undefined || !isDocument(file, format)) {
    return readLines(file, 0, file.bytes, (line) => {
      const record = toRecord(line);
      if (record !== undefined) show(record);
    });
  }
  if (file.bytes === 0) return;
  const records = documents.recordsOf(await readDocument(file));
  for (const [at, record] of records.entries()) {
    show({ at, end: at + 1, record, fault: undefined });
  }
}

/** The records between two positions, of which the first is the beginning of a line. */
export async function readRecords(
  file: OpenFile,
  from: number,
  to: number,
): Promise<PositionedRecord[]> {
  const records: PositionedRecord[] = [];
  await readLines(file, from, to, (line) => {
    const record = toRecord(line);
    if (record !== undefined) records.push(record);
  });
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
export function toRecord(line: PositionedLine): PositionedRecord | undefined {
  const { at, end, text, terminated } = line;
  if (text === undefined) return { at, end, record: undefined, fault: 'too long' };
  const content = at === 0 ? withoutByteOrderMark(text) : text;
  if (isBlank(content)) return undefined;
  const parsed = parseRecord(content, terminated);
  return typeof parsed === 'string'
    ? { at, end, record: undefined, fault: parsed }
    : { at, end, record: parsed, fault: undefined };
}

/** Whether a file holds all of its session as one JSON document. */
export function isDocument(file: { readonly path: string }, { documents }: SessionFormat): boolean {
  return documents?.isDocument(basename(file.path)) === true;
}

async function readDocument(file: OpenFile): Promise<JsonObject> {
  if (file.bytes > LARGEST_DOCUMENT) {
    const size = `${Math.ceil(file.bytes / MEBIBYTE)} MB`;
    const most = `${LARGEST_DOCUMENT / MEBIBYTE} MB`;
    throw unreadable(
      `${file.path} is too large: one JSON document of ${size}, of at most ${most}.`,
    );
  }
  const parsed = parseJson(withoutByteOrderMark(await textOf(file)));
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  const fault = parsed.ok ? 'holds no JSON object' : 'is no JSON, or was cut off';
  throw unreadable(`${file.path} ${fault}.`);
}

function unreadable(words: string): DragomanError {
  return new DragomanError('session_unreadable', words);
}

/** The text behind the mark that some editors write at the beginning of a file. */
function withoutByteOrderMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function isBlank(text: string): boolean {
  return text === '' || (text.charCodeAt(0) <= SPACE && !NOT_BLANK.test(text));
}
