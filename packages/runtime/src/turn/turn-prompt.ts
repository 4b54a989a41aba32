import { errorCode } from '@dragoman/protocol/internal';
import { readJournal } from '../journal/read-journal.js';
import type { ListedTurn } from './list-turns.js';

/** The prompt comes before anything that an agent says. */
const FIRST_EVENTS = 8;
/** As much as a list shows. */
const LONGEST = 2000;

/** What a turn was asked: the beginning of its prompt, as its journal has it. */
export async function readTurnPrompt({
  directory,
}: Pick<ListedTurn, 'directory'>): Promise<string | undefined> {
  try {
    for await (const event of readJournal(directory, { follow: false })) {
      if (event.type === 'message' && event.role === 'user') return event.content.slice(0, LONGEST);
      if (event.seq >= FIRST_EVENTS) return undefined;
    }
    return undefined;
  } catch (error) {
    // It ended before it had a journal, was removed meanwhile, or can't be read: a list has the others.
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}
