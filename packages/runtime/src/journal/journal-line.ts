import { encodeLooseEvent, type LooseEvent } from '@dragoman/protocol';

/** What can be told of a line without parsing it. */
export interface LineHead {
  readonly type: string;
  readonly seq: number;
  readonly ts: string;
}

const HEAD = /^\{"type":"((?:[^"\\]|\\.)*)","seq":(\d{1,15}),"ts":"([^"]*)"/;

/** An event as its line in the journal: `type`, `seq` and `ts` first, then what it tells. */
export function encodeJournalLine(event: LooseEvent, seq: number, ts: string): string {
  const { type, seq: _seq, ts: _ts, ...fields } = event;
  // Checked where it is encoded: what isn't an event of its type is refused there.
  return encodeLooseEvent({ type, seq, ts, ...fields });
}

/** The head of a line, or nothing when it is no line of a journal. */
export function readHead(line: string): LineHead | undefined {
  const match = HEAD.exec(line);
  if (match === null) return undefined;
  return { type: match[1] ?? '', seq: Number(match[2]), ts: match[3] ?? '' };
}
