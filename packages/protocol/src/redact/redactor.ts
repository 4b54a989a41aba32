import { DragomanError } from '../errors.js';
import {
  createSecretFinder,
  type SecretFinder,
  type SecretOptions,
  type SecretSpan,
} from './secret-finder.js';
import { isSecretName } from './secret-names.js';

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

type RedactText = (text: string) => string;

export const redacted = '[redacted]';

/** Deeper than any data but a cycle, as a rule: from here on what was met before is remembered. */
const SUSPICIOUS_DEPTH = 1000;
/** A shorter name holds no secret. */
const LONGEST_PLAIN_NAME = 16;

interface Visit {
  readonly value: unknown;
  /** The name it is held under; that of a list goes for what is in it. */
  readonly name: string;
  readonly depth: number;
}

/**
 * The same data with every text in it redacted, and what is held under the name of a secret. Gives
 * the data itself when there is nothing to take out. Without recursion: an agent can write data
 * nested some thousands deep.
 */
export function redactStrings(root: unknown, redactText: RedactText): unknown {
  return hasSecret(root, redactText) ? copyWithout(root, redactText) : root;
}

function hasSecret(root: unknown, redactText: RedactText): boolean {
  const left: Visit[] = [{ value: root, name: '', depth: 0 }];
  const met = new Set<object>();
  let found = false;
  for (let visit = left.pop(); visit !== undefined; visit = left.pop()) {
    const { value, name, depth } = visit;
    if (typeof value === 'string') {
      found ||= redactNamed(value, name, redactText) !== value;
    } else if (typeof value === 'object' && value !== null) {
      if (depth > SUSPICIOUS_DEPTH) refuseCycle(met, value);
      for (const [key, item] of Object.entries(value)) {
        found ||= redactName(key, redactText) !== key;
        const itemName = nameFor(value, key, name);
        if (typeof item === 'string') found ||= redactNamed(item, itemName, redactText) !== item;
        else if (typeof item === 'object')
          left.push({ value: item, name: itemName, depth: depth + 1 });
      }
    }
  }
  return found;
}

function refuseCycle(met: Set<object>, value: object): void {
  if (met.has(value)) {
    throw new DragomanError('event_not_json', 'Cannot redact data that holds itself: a cycle.');
  }
  met.add(value);
}

/** Only after `hasSecret` has been through it all: a cycle has no copy. */
function copyWithout(root: unknown, redactText: RedactText): unknown {
  const top: Record<string, unknown> = { root };
  const left: { holder: object; name: string }[] = [{ holder: top, name: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { holder, name } = next;
    for (const [key, item] of Object.entries(holder)) {
      const itemName = holder === top ? '' : nameFor(holder, key, name);
      const copy = copyOf(item, itemName, redactText);
      if (typeof copy === 'object' && copy !== null) left.push({ holder: copy, name: itemName });
      // Defined, not assigned: a field may be called `__proto__`.
      Object.defineProperty(holder, key, { ...FIELD, value: copy });
    }
  }
  return top.root;
}

const FIELD = { enumerable: true, configurable: true, writable: true };

function copyOf(item: unknown, name: string, redactText: RedactText): unknown {
  if (typeof item === 'string') return redactNamed(item, name, redactText);
  if (typeof item !== 'object' || item === null) return item;
  if (Array.isArray(item)) return [...item];
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [redactName(key, redactText), value]),
  );
}

function nameFor(holder: object, key: string, name: string): string {
  return Array.isArray(holder) ? name : key;
}

function redactNamed(text: string, name: string, redactText: RedactText): string {
  return text !== '' && isSecretName(name) ? redacted : redactText(text);
}

function redactName(name: string, redactText: RedactText): string {
  return name.length > LONGEST_PLAIN_NAME ? redactText(name) : name;
}
