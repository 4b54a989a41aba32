import { type EndEvent, errorCode } from '@dragoman/protocol';
import { journalState } from '../journal/journal-state.js';

/** The end of a turn, if it has one. One whose owner died very early has not even a journal. */
export function endOf(directory: string): EndEvent | undefined {
  try {
    return journalState(directory).end;
  } catch (error) {
    if (errorCode(error) === 'journal_missing') return undefined;
    throw error;
  }
}
