import type { ReasoningPart } from './arrange-parts.js';
import { Icon } from './icon.js';

/** A thought, folded to its first line. */
export function ThoughtRow({ part }: { readonly part: ReasoningPart }) {
  const isThinking = part.state === 'streaming';
  return (
    <details className="row thought">
      <summary>
        <Icon name="thought" />
        <span className="row-label">{isThinking ? 'Thinking' : 'Thought'}</span>
        <span className="row-title">{part.text}</span>
      </summary>
      <p className="thought-text">{part.text}</p>
    </details>
  );
}
