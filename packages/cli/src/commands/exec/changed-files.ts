import type { ChangesEvent, WorkspaceChange } from '@dragoman/protocol';
import { changeLines, sizeSpans } from '../../terminal/conversation/change-lines.js';
import type { Look } from '../../terminal/conversation/look.js';
import { BLANK, type Line } from '../../terminal/line.js';
import { formatCount } from '../../terminal/text/formats.js';
import { harmlessName } from '../../terminal/text/harmless-text.js';

/** The event, and `--diff`, have all of them. */
const MOST_SHOWN = 10;

const WORDS: Readonly<Record<WorkspaceChange['kind'], string>> = {
  add: 'new ',
  update: '',
  delete: 'deleted ',
};

/**
 * What a turn changed: `changed 2 files: a.ts (+3 −1), new b.ts (+10)`. That nothing changed is said,
 * too, whatever the agent says of its work. The file names come from the agent.
 */
export function changedLines(event: ChangesEvent | undefined): Line[] {
  if (event === undefined) return [];
  const { files, more = 0, incomplete } = event;
  const count = files.length + more;
  const others = count - Math.min(files.length, MOST_SHOWN);
  const items = [
    ...files.slice(0, MOST_SHOWN).map(fileSpans),
    ...(others > 0 ? [[{ text: `and ${others} more` }]] : []),
  ];
  const head: Line =
    count === 0
      ? [{ text: 'no files changed', format: 'dim' }]
      : [{ text: `changed ${formatCount(count, 'file')}:`, format: 'dim' }];
  return [
    [{ text: '  ' }, ...head, ...items.flatMap(listed)],
    ...(incomplete ? [[{ text: '! not all files were compared', format: 'yellow' as const }]] : []),
  ];
}

function fileSpans(change: WorkspaceChange): Line {
  const { path, kind, moved_to: target, binary } = change;
  const name = [path, target]
    .filter((one) => one !== undefined)
    .map(harmlessName)
    .join(' → ');
  const size = binary ? [{ text: ' (binary)', format: 'dim' as const }] : sizeSpans(change);
  return [{ text: WORDS[kind], format: 'dim' }, { text: name }, ...size];
}

function listed(item: Line, index: number): Line {
  return [{ text: index === 0 ? ' ' : ', ' }, ...item];
}

/** The diffs of all changed files. */
export function changesDiff(event: ChangesEvent | undefined, look: Look): Line[] {
  if (event === undefined || event.files.length === 0) return [];
  return [BLANK, ...changeLines(event.files, { ...look, full: true })];
}
