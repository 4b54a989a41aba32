import { agents, createTranslator } from '@dragoman/agents';
import type { DragomanEvent } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';

/** Every event of every live recording, again and again until there are so many. */
export function recordedEvents(count: number): DragomanEvent[] {
  const recorded = recordings()
    .filter(({ view }) => view === 'live')
    .flatMap(({ agent, version, bytes }) => {
      const translator = createTranslator(agents[agent].interpreter.live({ version }));
      return [...translator.push(bytes()), ...translator.flush()];
    });
  const events: DragomanEvent[] = [];
  while (events.length < count) for (const event of recorded) events.push(event);
  return events;
}
