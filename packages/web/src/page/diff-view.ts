import type { FileChange } from '@dragoman/protocol';
import { element } from './element.js';
import { longText } from './long-text.js';
import { shownText } from './shown-text.js';

const CLASSES: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'hunk' };
const KINDS = { add: 'Added', update: 'Changed', delete: 'Deleted' } as const;
/** Of a longer diff the text is shown, without colours. */
const MOST_LINES = 2000;
const LONGEST_LINE = 5000;

export type ShownChange = FileChange & {
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
};

/** What became of one file, with its lines where they are known. */
export function changeView(change: ShownChange, cwd?: string): HTMLElement {
  const { path, kind, moved_to, diff, added, removed } = change;
  const caption = element(
    'figcaption',
    {},
    element('span', { class: 'path' }, shownText(withoutFolder(path, cwd).slice(0, 500))),
    moved_to === undefined ? undefined : ` → ${shownText(moved_to.slice(0, 500))}`,
    element('span', { class: 'muted' }, ` ${KINDS[kind] ?? kind}`),
    added === undefined ? undefined : element('span', { class: 'added-count' }, ` +${added}`),
    removed === undefined ? undefined : element('span', { class: 'removed-count' }, ` −${removed}`),
  );
  return element('figure', { class: 'change' }, caption, diff ? diffView(diff) : undefined);
}

/** Paths in a folder as they are from there. */
export function withoutFolder(text: string, cwd: string | undefined): string {
  return cwd === undefined || cwd === '/' ? text : text.replaceAll(`${cwd}/`, '');
}

function diffView(diff: string): HTMLElement {
  const lines = diff.replace(/\n$/, '').split('\n', MOST_LINES + 1);
  if (lines.length > MOST_LINES) return longText(diff, 'output');
  return element(
    'pre',
    { class: 'diff', tabindex: '0' },
    ...lines.map((line) =>
      element(
        'span',
        { class: CLASSES[line.charAt(0)] ?? 'same' },
        `${shownText(line.slice(0, LONGEST_LINE))}\n`,
      ),
    ),
  );
}
