import { defaultMaxLineBytes, type LooseEvent } from '@dragoman/protocol/internal';
import { encodeJournalLine } from './journal-line.js';

/** Room for what a line gains on its way to readers whose bound is the same. */
const MOST_BYTES = defaultMaxLineBytes - 1024;
const LONGEST_TEXT = 256 * 1024;

/**
 * The line of an event, short enough for every reader. In an event that is too long each very long
 * text is cut and says so; one that is too long even then is replaced by an `error` that says so.
 */
export function fitLine(event: LooseEvent, seq: number, ts: string): string {
  const line = encodeJournalLine(event, seq, ts);
  if (fits(line)) return line;
  const cut = encodeJournalLine(cutTexts(event), seq, ts);
  if (fits(cut)) return cut;
  const message = `An event of type ${event.type} was left out: it has ${Buffer.byteLength(line)} bytes, more than a line may have.`;
  return encodeJournalLine(
    { type: 'error', message, fatal: false, code: 'event_too_long' },
    seq,
    ts,
  );
}

function fits(line: string): boolean {
  // No character of a string takes more than three bytes.
  return line.length * 3 <= MOST_BYTES || Buffer.byteLength(line) <= MOST_BYTES;
}

function cutTexts(event: LooseEvent): LooseEvent {
  const copy: LooseEvent = { ...event };
  const left: object[] = [copy];
  for (let holder = left.pop(); holder !== undefined; holder = left.pop()) {
    for (const [key, value] of Object.entries(holder)) {
      const shorter = shortened(value);
      if (typeof shorter === 'object' && shorter !== null) left.push(shorter);
      if (shorter !== value) {
        Object.defineProperty(holder, key, {
          value: shorter,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
  }
  return copy;
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value);
  if (Array.isArray(value)) return [...value];
  return typeof value === 'object' && value !== null ? { ...value } : value;
}

function cutText(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  const half = LONGEST_TEXT / 2;
  const [start, end] = [text.slice(0, half), text.slice(-half)];
  return `${start}\n[${text.length - LONGEST_TEXT} characters cut]\n${end}`;
}
