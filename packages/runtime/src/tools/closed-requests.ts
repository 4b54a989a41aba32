import { createHash } from 'node:crypto';
import type { AnswerReceipt, WrittenAnswer } from './tool-answer.js';

/** What became of the requests of a turn that are no longer open. */
export interface ClosedRequests {
  answered(requestId: string, answer: WrittenAnswer): void;
  expired(requestId: string): void;
  /** It has been approved, and is open still. */
  approved(requestId: string): void;
  /** The same answer again is taken again: who sent it may not have learned that it arrived. */
  receiptOf(requestId: string, answer: WrittenAnswer): AnswerReceipt;
}

/** Answers to requests of longer ago are taken for those of somebody else. */
const MOST_REMEMBERED = 10_000;

const NOT_ANSWERED = '';

/** Remembers of each answer only its hash. */
export function createClosedRequests(): ClosedRequests {
  const closed = new Map<string, string>();
  const approved = new Map<string, string>();

  const rememberIn = (known: Map<string, string>, requestId: string, answer: string): void => {
    known.set(requestId, answer);
    const [oldest] = known.keys();
    if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest);
  };

  return {
    answered: (requestId, answer) => rememberIn(closed, requestId, hashOf(answer)),
    expired: (requestId) => rememberIn(closed, requestId, NOT_ANSWERED),
    approved: (requestId) => rememberIn(approved, requestId, ''),
    receiptOf(requestId, answer) {
      const known = closed.get(requestId);
      if (known === undefined) return 'unknown';
      if ('approved' in answer && answer.approved && approved.has(requestId)) return 'taken';
      return known === hashOf(answer) ? 'taken' : 'late';
    },
  };
}

function hashOf(answer: WrittenAnswer): string {
  return createHash('sha256').update(textOf(answer)).digest('base64');
}

function textOf(answer: WrittenAnswer): string {
  if ('error' in answer) return `error ${answer.error}`;
  if ('json' in answer) return `output ${answer.json}`;
  return `approved ${answer.approved} ${answer.reason ?? ''}`;
}
