import { encodeJournalLine } from './journal-line.js';

/** What a reader gets in the place of lines that can't be read. It carries the last number of them. */
export function lostLine(from: number, to: number, ts: string): string {
  const which = from === to ? `Event ${from}` : `Events ${from} to ${to}`;
  const message = `${which} of this journal can't be read: the file is damaged there.`;
  return encodeJournalLine(
    { type: 'error', message, fatal: false, code: 'journal_damaged' },
    to,
    ts,
  );
}
