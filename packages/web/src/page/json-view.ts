import { element } from './element.js';
import { longText } from './long-text.js';
import { shownText } from './shown-text.js';

const SHORT_TEXT = 300;
const MOST_ENTRIES = 200;
const OPEN_ENTRIES = 20;

/** Any data as a tree that folds. What is folded isn't drawn, and of many entries only the first are. */
export function jsonView(value: unknown, depth = 0): HTMLElement {
  if (typeof value !== 'object' || value === null) return leaf(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const label = isList ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) return element('span', { class: 'json-empty' }, isList ? '[]' : '{}');
  const isOpen = depth < 2 && entries.length <= OPEN_ENTRIES;
  const details = element('details', { class: 'json', open: isOpen });
  details.append(element('summary', {}, label));
  const fill = (): void => {
    if (!details.open || details.childElementCount > 1) return;
    details.append(...pageOf(entries, 0, depth));
  };
  details.addEventListener('toggle', fill);
  fill();
  return details;
}

function pageOf(entries: readonly [string, unknown][], from: number, depth: number): HTMLElement[] {
  const rows = entries
    .slice(from, from + MOST_ENTRIES)
    .map(([key, value]) =>
      element(
        'div',
        { class: 'json-row' },
        element('span', { class: 'json-key' }, `${shownText(key.slice(0, 200))}: `),
        jsonView(value, depth + 1),
      ),
    );
  const next = from + MOST_ENTRIES;
  if (next >= entries.length) return rows;
  const more = element(
    'button',
    { class: 'more', type: 'button' },
    `${entries.length - next} more`,
  );
  more.addEventListener('click', () => more.replaceWith(...pageOf(entries, next, depth)));
  return [...rows, more];
}

function leaf(value: unknown): HTMLElement {
  if (typeof value !== 'string') return element('span', { class: 'json-other' }, String(value));
  if (value.length > SHORT_TEXT || value.includes('\n')) return longText(value, 'json-text');
  return element('span', { class: 'json-string' }, JSON.stringify(shownText(value)));
}
