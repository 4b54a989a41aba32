import { encodeJournalLine } from './journal-line.js';

/** Numbers that no line of a journal has, or only one that can't be read. */
export interface LostEvents {
  readonly from: number;
  readonly to: number;
  /** Whether there are lines in their place, which can't be read. */
  readonly areDamaged: boolean;
}

/** What a reader gets in the place of events that are lost. It carries the last number of them. */
export function lostLine({ from, to, areDamaged }: LostEvents, ts: string): string {
  const which = from === to ? `Event ${from}` : `Events ${from} to ${to}`;
  const verb = from === to ? 'is' : 'are';
  const message = areDamaged
    ? `${which} of this journal can't be read: the file is damaged there.`
    : `${which} of this journal ${verb} missing: something has taken lines out of the file.`;
  const code = areDamaged ? 'journal_damaged' : 'journal_gap';
  return encodeJournalLine({ type: 'error', message, fatal: false, code }, to, ts);
}

/**
 * What a reader gets in the place of lines that have no number of their own: doubled, forged, or out of
 * order. There is none left for this one, so it carries that of the event before it.
 */
export function strayLine(count: number, last: number, ts: string): string {
  const which = count === 1 ? 'A line' : `${count} lines`;
  const message = `${which} after event ${last} of this journal can't belong there and ${count === 1 ? 'was' : 'were'} left out: something else has written to the file.`;
  const seq = Math.max(1, last);
  return encodeJournalLine(
    { type: 'error', message, fatal: false, code: 'journal_damaged' },
    seq,
    ts,
  );
}
