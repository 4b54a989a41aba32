import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { parseRecord } from '../interpret/driver.js';
import { garbage, isGarbage, mayBeGarbage } from './garbage-file.js';
import { readLineRuns } from './line-runs.js';
import type { OpenFile } from './open-file.js';
import { isDocument, readAllRecords } from './positioned-records.js';
import type { SessionFormat } from './session-format.js';
import type { TextFinder } from './text-query.js';

const NEWLINE = 0x0a;

/** What was found: something that was said, done or printed. */
export interface SessionMatch {
  readonly kind: 'prompt' | 'answer' | 'thought' | 'call' | 'output' | 'error';
  /** All of it. */
  readonly text: string;
  /** Where in it the match begins. */
  readonly at: number;
}

/** Reads the events of one record, without those before it. */
export type EventsOf = (record: JsonObject) => readonly DragomanEvent[];

/**
 * Searches a session's file. Only lines that may hold the text are read as records. Rejects with
 * `session_unreadable` where there is no record in it.
 */
export async function searchSessionFile(
  file: OpenFile,
  format: SessionFormat,
  finder: TextFinder,
  onMatch: (match: SessionMatch) => void,
): Promise<void> {
  const found = withoutRepeats(onMatch);
  if (!isDocument(file, format)) {
    if (await isGarbage(file)) throw garbage(file.path);
    await searchLines(file, finder, eventsOfRecords(format), found);
    return;
  }
  const interpreter = format.interpreter();
  const events: DragomanEvent[] = [];
  await readAllRecords(file, format, ({ record }) => {
    if (record !== undefined) events.push(...interpreter.push(record).events);
  });
  matchesIn([...events, ...interpreter.flush()], finder).forEach(found);
}

/** Whether the bytes of a file may hold a text. One that may be garbage may: who searches it says so. */
export async function holdsText(file: OpenFile, finder: TextFinder): Promise<boolean> {
  let isFound = false;
  let isFirst = true;
  await readLineRuns(file, 0, (bytes) => {
    isFound = finder.mayBeIn(bytes, 0) !== -1 || (isFirst && mayBeGarbage(bytes));
    isFirst = false;
    return !isFound;
  });
  return isFound;
}

/** The first record says who wrote the others, and how; each of them is read by itself. */
function eventsOfRecords({ interpreter }: SessionFormat): EventsOf {
  let first: JsonObject | undefined;
  return (record) => {
    const reader = interpreter();
    if (first === undefined) first = record;
    else reader.push(first);
    return [...reader.push(record).events, ...reader.flush()];
  };
}

/** Searches lines of JSON. The first line is always read. */
export async function searchLines(
  file: OpenFile,
  finder: TextFinder,
  eventsOf: EventsOf,
  onMatch: (hit: Hit) => void,
): Promise<void> {
  let isFirst = true;
  await readLineRuns(file, 0, (bytes) => {
    const searchLine = (from: number, to: number): void => {
      const record = parseRecord(bytes.toString('utf8', from, to), true);
      if (typeof record === 'string') return;
      for (const match of matchesIn(eventsOf(record), finder)) onMatch(match);
    };
    let next = 0;
    if (isFirst) {
      isFirst = false;
      next = afterLine(bytes, 0);
      searchLine(0, next);
    }
    for (let hit = finder.mayBeIn(bytes, next); hit !== -1; hit = finder.mayBeIn(bytes, next)) {
      const start = hit === 0 ? 0 : bytes.lastIndexOf(NEWLINE, hit - 1) + 1;
      next = afterLine(bytes, hit);
      searchLine(start, next);
    }
    return true;
  });
}

/** Behind the newline: a text that may be in any line may be at the newline, too. */
function afterLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end === -1 ? bytes.length : end + 1;
}

/** A match, and what it was found in, where that has an id. */
interface Hit extends SessionMatch {
  readonly id: string | undefined;
}

/** As many hits are remembered: a text may be in a session a million times. */
const MOST_KNOWN = 50_000;

/**
 * Agents may write the same thing twice: in records of two kinds that follow each other, or in a list of
 * all messages so far, as Gemini CLI does when it resumes a session.
 */
function withoutRepeats(onMatch: (match: SessionMatch) => void): (hit: Hit) => void {
  let before = '';
  const known = new Set<string>();
  const isKnown = ({ kind, id, text, at }: Hit): boolean => {
    if (id === undefined) return false;
    const key = `${kind} ${id} ${text.length} ${at}`;
    if (known.has(key)) return true;
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(key);
    return false;
  };
  return (hit) => {
    const { kind, text, at } = hit;
    const key = `${kind} ${text}`;
    if (key !== before && !isKnown(hit)) onMatch({ kind, text, at });
    before = key;
  };
}

function matchesIn(events: readonly DragomanEvent[], finder: TextFinder): Hit[] {
  return events.flatMap((event) =>
    textsOf(event).flatMap(({ kind, text }) => {
      const at = finder.indexIn(text);
      return at === -1 ? [] : [{ kind, text, at, id: idOf(event) }];
    }),
  );
}

function idOf(event: DragomanEvent): string | undefined {
  if (event.type === 'message' || event.type === 'reasoning') return event.id;
  return event.type === 'tool_use' || event.type === 'tool_result' ? event.tool_id : undefined;
}

type Found = Omit<SessionMatch, 'at'>;

/** What a person would look for in an event. */
function textsOf(event: DragomanEvent): readonly Found[] {
  switch (event.type) {
    case 'message':
      if (event.synthetic !== undefined) return [];
      return [{ kind: event.role === 'user' ? 'prompt' : 'answer', text: event.content }];
    case 'reasoning':
      return [{ kind: 'thought', text: event.content }];
    case 'tool_use':
      return [{ kind: 'call', text: stringsIn(event.parameters).join('\n') }];
    case 'tool_output':
      return [{ kind: 'output', text: event.content }];
    case 'tool_result':
      return [{ kind: 'output', text: stringsIn(event.output).join('\n') }];
    case 'error':
      return [{ kind: 'error', text: event.message }];
    default:
      return [];
  }
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (typeof value !== 'object' || value === null) return [];
  // The bytes of an image are no words.
  return Object.entries(value).flatMap(([name, one]) => (name === 'data' ? [] : stringsIn(one)));
}
