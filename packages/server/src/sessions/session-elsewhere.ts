import { type Refusal, refusal } from '../errors/refusal.js';

/**
 * What a client gets for a session whose HOME another machine has.
 *
 * @param where that machine, in words
 */
export function sessionElsewhere(where: string): Refusal {
  return refusal(
    'session_elsewhere',
    `This session is kept by ${where}: ask there, or begin another, under another name of a conversation.`,
  );
}
