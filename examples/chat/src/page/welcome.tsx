import type { ChatSetup } from '../shared/chat-setup.js';
import { agentName } from './agent-name.js';

export interface WelcomeProps {
  readonly setup: ChatSetup;
  readonly onChoose: (prompt: string) => void;
}

/** What stands in an empty chat. */
export function Welcome({ setup, onChoose }: WelcomeProps) {
  return (
    <main className="scroller">
      <section className="welcome">
        <h2>
          What shall {agentName(setup.agent)} do in <em>{setup.project}</em>?
        </h2>
        <p>{introduction(setup)}</p>
        <ul className="suggestions">
          {setup.suggestions.map(({ title, prompt }) => (
            <li key={title}>
              <button type="button" onClick={() => onChoose(prompt)}>
                <strong>{title}</strong>
                <span>{prompt}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}

function introduction({ model }: ChatSetup): string {
  if (model === 'live') return 'It can read, change and run what is there. You see all of it.';
  return 'A real agent, in a sandbox, at the till of a small teahouse: a sample project that is thrown away afterwards. Its model follows a script, so it needs no key and no network, and knows three things by heart.';
}
