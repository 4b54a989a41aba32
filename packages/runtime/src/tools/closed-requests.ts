import { createHash } from 'node:crypto';
import type { AnswerReceipt, WrittenAnswer } from './tool-answer.js';

/** What became of the requests of a turn that are no longer open. */
export interface ClosedRequests {
  answered(requestId: string, answer: WrittenAnswer): void;
  expired(requestId: string): void;
  /** The same answer again is taken again: who sent it may not have learned that it arrived. */
  receiptOf(requestId: string, answer: WrittenAnswer): AnswerReceipt;
}

/** Answers to requests of longer ago are taken for those of somebody else. */
const MOST_REMEMBERED = 10_000;

const NOT_ANSWERED = '';

/** Remembers of each answer only its hash. */
export function createClosedRequests(): ClosedRequests {
  const closed = new Map<string, string>();

  const remember = (requestId: string, answer: string): void => {
    closed.set(requestId, answer);
    const [oldest] = closed.keys();
    if (closed.size > MOST_REMEMBERED && oldest !== undefined) closed.delete(oldest);
  };

  return {
    answered: (requestId, answer) => remember(requestId, hashOf(answer)),
    expired: (requestId) => remember(requestId, NOT_ANSWERED),
    receiptOf(requestId, answer) {
      const known = closed.get(requestId);
      if (known === undefined) return 'unknown';
      return known === hashOf(answer) ? 'taken' : 'late';
    },
  };
}

function hashOf(answer: WrittenAnswer): string {
  const [kind, text] = 'error' in answer ? ['error', answer.error] : ['output', answer.json];
  return createHash('sha256').update(`${kind} ${text}`).digest('base64');
}
