import type { PlanItem } from './arrange-parts.js';
import { Icon } from './icon.js';

const WORDS: Readonly<Record<PlanItem['status'], string>> = {
  pending: 'to do',
  in_progress: 'at it',
  completed: 'done',
};

/** The agent's plan, as it stands. */
export function PlanView({ items }: { readonly items: readonly PlanItem[] }) {
  const done = items.filter(({ status }) => status === 'completed').length;
  return (
    <section className="plan" aria-label="Plan">
      <h3>
        Plan <small>{`${done} of ${items.length}`}</small>
      </h3>
      <ol>
        {items.map(({ text, status }) => (
          <li key={text} className={status}>
            <span className="plan-mark" role="img" aria-label={WORDS[status]}>
              {status === 'completed' && <Icon name="check" />}
            </span>
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}
