import type { FileChange } from '@dragoman/protocol';
import { harmlessLine } from '../text/harmless-text.js';
import { shortPath } from '../text/short-path.js';
import { diffLines, diffSize } from './diff-lines.js';
import { indented, type Line } from './line.js';
import { type Look, narrowed } from './look.js';

const VERBS: Readonly<Record<FileChange['kind'], string>> = {
  add: 'Add',
  update: 'Edit',
  delete: 'Delete',
};

/** The changed files, each with its diff below: `Edit src/a.ts (+3 −1)`. */
export function changeLines(changes: readonly FileChange[], look: Look): Line[] {
  return changes.flatMap((change) => [
    changeLine(change, look),
    ...indented(diffLines(change.diff ?? '', narrowed(look, 2)), '  ').filter(() => change.diff),
  ]);
}

function changeLine({ path, kind, moved_to: target, diff }: FileChange, look: Look): Line {
  const name = (whole: string) => harmlessLine(shortPath(whole, look));
  const size = diff === undefined ? [] : sizeSpans(diff);
  return [
    { text: target === undefined ? VERBS[kind] : 'Move', format: 'yellow' },
    { text: ` ${name(path)}${target === undefined ? '' : ` → ${name(target)}`}` },
    ...size,
  ];
}

function sizeSpans(diff: string): Line {
  const { added, removed } = diffSize(diff);
  const parts = [
    ...(added > 0 ? [{ text: `+${added}`, format: 'green' as const }] : []),
    ...(added > 0 && removed > 0 ? [{ text: ' ' }] : []),
    ...(removed > 0 ? [{ text: `−${removed}`, format: 'red' as const }] : []),
  ];
  return parts.length === 0 ? [] : [{ text: ' (' }, ...parts, { text: ')' }];
}
