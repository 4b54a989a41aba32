import { type LooseEvent, writeLooseEvent } from '@dragoman/protocol/internal';

/** What is known of a line without parsing it. */
export interface LineHead {
  readonly type: string;
  readonly seq: number;
  readonly ts: string;
}

const HEAD = /^\{"type":"((?:[^"\\]|\\.)*)","seq":(\d{1,15}),"ts":"([^"]*)"/;

/** An event as its line in the journal, without what ends it: `type`, `seq` and `ts` first, then its fields. */
export function encodeJournalLine(event: LooseEvent, seq: number, ts: string): string {
  const { type, seq: _seq, ts: _ts, ...fields } = event;
  // Checked where it is written: what isn't an event of its type is refused there.
  return writeLooseEvent({ type, seq, ts, ...fields });
}

/** The head of a line, or nothing when it is no line of a journal. */
export function readHead(line: string): LineHead | undefined {
  const match = HEAD.exec(line);
  if (match === null) return undefined;
  return { type: match[1] ?? '', seq: Number(match[2]), ts: match[3] ?? '' };
}

/** Numbers that no line of a journal has, or only one that can't be read. */
interface LostEvents {
  readonly from: number;
  readonly to: number;
  /** Whether lines that can't be read stand where they were. */
  readonly areDamaged: boolean;
}

/** What a reader gets instead of events that are lost. It carries the last number of them, and has its newline. */
export function lostLine({ from, to, areDamaged }: LostEvents, ts: string): string {
  const which = from === to ? `Event ${from}` : `Events ${from} to ${to}`;
  const verb = from === to ? 'is' : 'are';
  const message = areDamaged
    ? `${which} of this journal can't be read: the file is damaged there.`
    : `${which} of this journal ${verb} missing: something has taken lines out of the file.`;
  const code = areDamaged ? 'journal_damaged' : 'journal_gap';
  return `${encodeJournalLine({ type: 'error', message, fatal: false, code }, to, ts)}\n`;
}

/**
 * What a reader gets instead of lines that have no number: doubled, forged, or out of
 * order. There is none left for this one, so it carries that of the event before it. It has its newline.
 */
export function strayLine(count: number, last: number, ts: string): string {
  const which = count === 1 ? 'A line' : `${count} lines`;
  const message = `${which} after event ${last} of this journal can't belong there and ${count === 1 ? 'was' : 'were'} left out: something else has written to the file.`;
  const seq = Math.max(1, last);
  const event = { type: 'error', message, fatal: false, code: 'journal_damaged' };
  return `${encodeJournalLine(event, seq, ts)}\n`;
}
