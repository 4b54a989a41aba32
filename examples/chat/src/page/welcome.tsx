import type { Place } from '../shared/location.js';
import { agentName } from './agent-name.js';

export interface WelcomeProps {
  readonly place: Place;
  readonly onChoose: (prompt: string) => void;
}

/** What stands in an empty chat. */
export function Welcome({ place, onChoose }: WelcomeProps) {
  return (
    <main className="scroller">
      <section className="welcome">
        <h2>
          What shall {agentName(place.agent)} do in <em>{place.project}</em>?
        </h2>
        <p>{introduction(place)}</p>
        <ul className="suggestions">
          {place.suggestions.map(({ title, prompt }) => (
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

function introduction({ model }: Place): string {
  if (model === 'live') return 'It can read, change and run what is there. You see all of it.';
  return 'A real agent, in a sandbox, at the till of a small teahouse: a sample project that is thrown away afterwards. Its model follows a script, so it needs no key and no network, and knows three things by heart.';
}
