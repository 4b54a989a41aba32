import type { QuestionPart } from './arrange-parts.js';
import { Icon } from './icon.js';
import type { AgentChat } from './use-agent-chat.js';

export interface QuestionCardProps {
  readonly part: QuestionPart;
  readonly chat: AgentChat;
}

/** A question of the agent to the person: its tool `ask_person`, executed by whoever reads this. */
export function QuestionCard({ part, chat }: QuestionCardProps) {
  if (part.state === 'input-streaming' || part.input === undefined) return null;
  const { question, choices = [] } = part.input;
  const open = part.state === 'input-available' ? part : undefined;
  const given = part.state === 'output-available' ? part.output.answer : undefined;
  return (
    <section className="question" aria-label="The agent asks you">
      <h3>
        <span className="question-mark">
          <Icon name="question" />
        </span>
        {question}
      </h3>
      <ul>
        {choices.map(({ label, hint, colour }) => (
          <li key={label}>
            <button
              type="button"
              className="choice"
              disabled={open === undefined}
              aria-pressed={given === label}
              onClick={() => open && chat.answer(open, label)}
            >
              {colour !== undefined && (
                <span className="swatch" style={{ backgroundColor: colour }} aria-hidden="true" />
              )}
              <span>
                <strong>{label}</strong>
                {hint !== undefined && <small>{hint}</small>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="question-foot">
        {open === undefined ? (
          footOf(part, given, choices)
        ) : (
          <>
            Or answer in your own words below.{' '}
            <button type="button" className="link" onClick={() => chat.decline(open)}>
              I’d rather not say
            </button>
          </>
        )}
      </p>
    </section>
  );
}

function footOf(
  part: QuestionPart,
  given: string | undefined,
  choices: readonly { label?: string | undefined }[],
): string {
  if (part.state === 'output-error') return part.errorText ?? 'Not answered.';
  if (given === undefined) return 'Not answered.';
  return choices.some(({ label }) => label === given)
    ? `You chose ${given}.`
    : `You said: ${given}`;
}
