import { basename } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import type { OpenFile } from './open-file.js';
import { type PositionedRecord, showRecords, withoutByteOrderMark } from './positioned-records.js';
import type { SessionFormat } from './session-format.js';

const MEBIBYTE = 1024 * 1024;
/** All of a document is held at once, several times as large as it is in the file. */
const LARGEST_DOCUMENT = 64 * MEBIBYTE;

/** Whether a file holds all of its session as one JSON document. */
export function isDocument(file: { readonly path: string }, { documents }: SessionFormat): boolean {
  return documents?.isDocument(basename(file.path)) === true;
}

/** Shows all records of a session's file, one a line or in one document; lines to be left, unparsed. */
export async function showAllRecords(
  file: OpenFile,
  format: SessionFormat,
  show: (record: PositionedRecord) => void,
  isLeft?: (line: string) => boolean,
): Promise<void> {
  const { documents } = format;
  if (documents === undefined || !isDocument(file, format)) {
    return showRecords(file, 0, file.bytes, show, isLeft);
  }
  if (file.bytes === 0) return;
  const records = documents.recordsOf(await readDocument(file));
  for (const [at, record] of records.entries()) {
    show({ at, end: at + 1, record, fault: undefined });
  }
}

async function readDocument(file: OpenFile): Promise<JsonObject> {
  if (file.bytes > LARGEST_DOCUMENT) {
    const size = `${Math.ceil(file.bytes / MEBIBYTE)} MB`;
    const most = `${LARGEST_DOCUMENT / MEBIBYTE} MB`;
    throw unreadable(
      `${file.path} is too large: one JSON document of ${size}, of at most ${most}.`,
    );
  }
  const bytes = Buffer.alloc(file.bytes);
  const text = bytes.toString('utf8', 0, await file.read(bytes, 0));
  const parsed = parseJson(withoutByteOrderMark(text));
  if (parsed.ok && isJsonObject(parsed.value)) return parsed.value;
  const fault = parsed.ok ? 'holds no JSON object' : 'is no JSON, or was cut off';
  throw unreadable(`${file.path} ${fault}.`);
}

function unreadable(words: string): DragomanError {
  return new DragomanError('session_unreadable', words);
}
