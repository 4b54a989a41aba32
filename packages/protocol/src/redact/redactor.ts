import { redacted, redactStrings } from './redact-strings.js';
import {
  createSecretFinder,
  type SecretFinder,
  type SecretOptions,
  type SecretSpan,
} from './secret-finder.js';

/** Takes secrets out of what is about to be written or shown. Numbers and booleans always stay. */
export interface Redactor {
  text(text: string): string;
  /** Any data: its texts, and what stands under the name of a secret. */
  value(value: unknown): unknown;
  /** One event, whole. Pieces of a text that comes in pieces need a `createEventRedactor`. */
  event<Event extends { type: string }>(event: Event): Event;
  readonly finder: SecretFinder;
}

/**
 * A redactor for given secrets, and for whatever looks or is named like one.
 *
 * @example
 * createRedactor({ secrets: [key] }).text(`it said ${key}`); // 'it said [redacted]'
 */
export function createRedactor(options: SecretOptions = {}): Redactor {
  const finder = createSecretFinder(options);
  const text = (given: string) => redactSpans(given, finder.find(given), 0, given.length);
  const value = (given: unknown) => redactStrings(given, text);
  return {
    text,
    value,
    // Only texts have changed, so it is of the same type still.
    event: <Event extends { type: string }>(event: Event) => value(event) as Event,
    finder,
  };
}

/** A part of a text, without the secrets that lie in it. */
export function redactSpans(
  text: string,
  spans: readonly SecretSpan[],
  from: number,
  to: number,
): string {
  let clean = '';
  let at = from;
  for (const { start, end } of spans) {
    if (start < at || start >= to) continue;
    clean += text.slice(at, start) + redacted;
    at = end;
  }
  return at === 0 && to === text.length ? text : clean + text.slice(at, to);
}
