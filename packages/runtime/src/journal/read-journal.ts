import { isJournaled, type JournaledEvent, parseEvent, parseJson } from '@dragoman/protocol';
import { readHead } from './journal-line.js';
import { lostLine } from './lost-line.js';
import { type ReadJournalOptions, readJournalLines } from './read-journal-lines.js';

/**
 * The events of a journal from a cursor on, up to the `end`: as `readJournalLines`, and without those
 * of types this version doesn't know.
 *
 * @example
 * for await (const event of readJournal(directory, { after: 12 })) show(event);
 */
export async function* readJournal(
  directory: string,
  options: ReadJournalOptions = {},
): AsyncGenerator<JournaledEvent, void, undefined> {
  for await (const line of readJournalLines(directory, options)) {
    const event = readEvent(line) ?? readEvent(damaged(line));
    if (event !== undefined && event !== 'unknown') yield event;
  }
}

function readEvent(line: string): JournaledEvent | 'unknown' | undefined {
  const json = parseJson(line);
  if (!json.ok) return undefined;
  const parsed = parseEvent(json.value);
  if (!parsed.ok) return parsed.reason === 'unknown_type' ? 'unknown' : undefined;
  return isJournaled(parsed.event) ? parsed.event : undefined;
}

/** A line whose head is whole and the rest isn't. */
function damaged(line: string): string {
  const head = readHead(line);
  return head === undefined
    ? ''
    : lostLine({ from: head.seq, to: head.seq, areDamaged: true }, head.ts);
}
