import type { Change } from '../script.js';

/** Writes changes in the language of `apply_patch`. */
export function patchText(changes: readonly Change[]): string {
  return ['*** Begin Patch', ...changes.flatMap(changeLines), '*** End Patch'].join('\n');
}

/**
 * A shell command that applies changes; agents recognise it and show the patch it holds. No line
 * of a patch is the word that ends it, because each begins with a mark.
 */
export function patchCommand(changes: readonly Change[]): string {
  return `apply_patch <<'EOF'\n${patchText(changes)}\nEOF`;
}

function changeLines(change: Change): string[] {
  switch (change.kind) {
    case 'add':
      return [`*** Add File: ${change.path}`, ...marked('+', change.content)];
    case 'update':
      return [
        `*** Update File: ${change.path}`,
        '@@',
        ...marked('-', change.old),
        ...marked('+', change.new),
      ];
    case 'delete':
      return [`*** Delete File: ${change.path}`];
  }
}

/** The patch language is about lines: a last newline ends the last line and begins no other. */
function marked(mark: string, text: string): string[] {
  if (text === '') return [];
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => mark + line);
}
