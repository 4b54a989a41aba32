import type { SeenEvent } from './read-events.js';
import { firstWords } from './shown-text.js';

const LONGEST = 300;
/** Said by the row itself. */
const LEFT_OUT = new Set(['type', 'seq', 'ts']);
/** Long, and the same in most rows: behind what differs from row to row. */
const LAST = new Set(['tool_id']);
const previews = new WeakMap<SeenEvent, string>();

/** An event on one line. However much is in it, only a beginning is looked at. */
export function previewOf(event: SeenEvent): string {
  const known = previews.get(event);
  if (known !== undefined) return known;
  let left = LONGEST;
  const pieces: string[] = [];
  const fields = Object.entries(event).filter(([name]) => !LEFT_OUT.has(name));
  const isLast = ([name]: readonly [string, unknown]) => LAST.has(name);
  const ordered = [...fields.filter((field) => !isLast(field)), ...fields.filter(isLast)];
  for (const [name, value] of ordered) {
    if (left <= 0) break;
    const piece = `${name}: ${brief(value, left)}`;
    left -= piece.length;
    pieces.push(piece);
  }
  const preview = firstWords(pieces.join('  '), LONGEST);
  previews.set(event, preview);
  return preview;
}

function brief(value: unknown, left: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, left));
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) {
    return `[${value.slice(0, 3).map((item) => brief(item, left / 2))}${value.length > 3 ? ', …' : ''}]`;
  }
  const entries = Object.entries(value);
  const shown = entries.slice(0, 5).map(([name, field]) => `${name}: ${brief(field, left / 2)}`);
  return `{${shown.join(', ')}${entries.length > 5 ? ', …' : ''}}`;
}
