import type { ShownChange } from './changes-of.js';
import { DiffCount } from './diff-count.js';

const CLASSES: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'hunk' };

/** What changed in one file, line by line. */
export function FileDiff({ change }: { readonly change: ShownChange }) {
  if (change.diff === '') return null;
  const lines = change.diff.replace(/\n$/, '').split('\n');
  return (
    <figure className="diff">
      <figcaption>
        {change.path}
        <DiffCount changes={[change]} />
      </figcaption>
      <pre>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a diff is its position
          <span key={index} className={CLASSES[line.charAt(0)] ?? 'same'}>
            {`${line}\n`}
          </span>
        ))}
      </pre>
    </figure>
  );
}
