import type { ShownChange } from './changes-of.js';

/** How many lines changes have added and taken away. */
export function DiffCount({ changes }: { readonly changes: readonly ShownChange[] }) {
  const lines = changes.flatMap(({ diff }) => diff.split('\n'));
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  return (
    <span className="diff-count">
      <span className="diff-added">+{count('+')}</span>
      <span className="diff-removed">−{count('-')}</span>
    </span>
  );
}
