import { errorCode, shortageOf } from '@dragoman/protocol/internal';

/** What words of an agent or of its provider mean, the most specific first. */
const MEANINGS: readonly (readonly [code: string, words: RegExp])[] = [
  ['budget', /budget_exceeded|budget reached|maximum budget/i],
  ['price_unknown', /price_unknown|has no known price/i],
  ['max_turns', /max(?:imum number of| session)? turns/i],
  [
    'session_unknown',
    /no rollout found|no conversation found|no (?:saved|previous) sessions?|session\b.{0,60}\bnot found|invalid session|unknown session/i,
  ],
  [
    'auth',
    new RegExp(
      `${status('40[13]')}|unauthori[sz]ed|\\bforbidden\\b|(?:invalid|incorrect|missing|expired)\\b.{0,20}\\b(?:api[ _-]?key|token|credentials)|api key not valid|authentication|not logged in|permission_denied`,
      'i',
    ),
  ],
  [
    'rate_limit',
    new RegExp(
      `${status('429')}|rate[ _-]?limit|too many requests|quota|resource[ _]?exhausted|usage limit`,
      'i',
    ),
  ],
  [
    'overloaded',
    new RegExp(`${status('(?:503|529)')}|overloaded|service unavailable|at capacity`, 'i'),
  ],
  [
    'context_length',
    /exceed\w*\b.{0,40}\bcontext|context[ _]?(?:length|window)\b.{0,20}(?:exceed|overflow|full)|prompt is too long|maximum (?:context|number of tokens)/i,
  ],
  ['model_unknown', /\bmodel\b.{0,80}(?:not found|does not exist|not supported|unknown|invalid)/i],
  ['disk_full', /ENOSPC|EDQUOT|no space left/i],
  [
    'network',
    /ECONN(?:REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|stream disconnected|connection (?:was |dropped|refused|reset|error|closed|failed)|fetch failed|socket hang up|error sending request|network error|incomplete (?:stream|response)/i,
  ],
  ['api', new RegExp(`${status('5\\d\\d')}|internal server error|bad gateway|server_error`, 'i')],
  ['invalid_request', new RegExp(`${status('400')}|invalid[_ ]request|bad request`, 'i')],
];

/** A stable word for what went wrong, from the words of whoever noticed; nothing for other words. */
export function codeOfWords(words: string): string | undefined {
  return MEANINGS.find(([, pattern]) => pattern.test(words))?.[0];
}

/**
 * The code of an error, or of the shortage behind it: that the disk is full, or no more files can be
 * opened, says more than what it hit.
 */
export function failureCode(error: unknown): string | undefined {
  return shortageOf(error) ?? errorCode(error);
}

/** A status of HTTP, named as one: a number alone may be anything. */
function status(code: string): string {
  return `(?:status|code|error|http(?:/[\\d.]+)?)[\\s:="'([]{1,4}${code}\\b|^${code}\\b`;
}
