const LONGEST = 2000;
/** What to do stands at the end of a message. */
const LONGEST_END = 500;

/**
 * A message of a length that fits into every log. What a client has sent may be anywhere in it, so of one
 * that is too long the middle goes.
 */
export function boundedWords(message: string): string {
  if (message.length <= LONGEST) return message;
  const start = message.slice(0, LONGEST - LONGEST_END).replace(/[\ud800-\udbff]$/, '');
  const end = message.slice(-LONGEST_END).replace(/^[\udc00-\udfff]/, '');
  return `${start} … ${end}`;
}
