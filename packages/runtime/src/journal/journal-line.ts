import {
  type DragomanEvent,
  encodeEvent,
  isEventType,
  type LooseEvent,
  writeJson,
} from '@dragoman/protocol';

/** What can be told of a line without parsing it. */
export interface LineHead {
  readonly type: string;
  readonly seq: number;
  readonly ts: string;
}

const HEAD = /^\{"type":"((?:[^"\\]|\\.)*)","seq":(\d{1,15}),"ts":"([^"]*)"/;
// Legal inside a JSON string, but many line readers take them for the end of a line.
const OTHER_LINE_BREAKS = /[\u0085\u2028\u2029]/g;

/** An event as its line in the journal: `type`, `seq` and `ts` first, then what it tells. */
export function encodeJournalLine(event: LooseEvent, seq: number, ts: string): string {
  const { type, seq: _seq, ts: _ts, ...fields } = event;
  const line: LooseEvent = { type, seq, ts, ...fields };
  // Checked where it is encoded: what isn't an event of its type is refused there.
  return isEventType(type) ? encodeEvent(line as DragomanEvent) : encodeUnknown(line);
}

function encodeUnknown(line: LooseEvent): string {
  const escaped = writeJson(line, { strict: true }).replace(
    OTHER_LINE_BREAKS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${escaped}\n`;
}

/** The head of a line, or nothing when it is no line of a journal. */
export function readHead(line: string): LineHead | undefined {
  const match = HEAD.exec(line);
  if (match === null) return undefined;
  return { type: match[1] ?? '', seq: Number(match[2]), ts: match[3] ?? '' };
}
