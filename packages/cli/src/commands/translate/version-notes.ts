import { agents, type Translator } from '@dragoman/agents';
import { outsideRecorded } from '@dragoman/agents/internal';
import type { DragomanEvent } from '@dragoman/protocol';
import type { ChosenAgent } from '../chosen-agent.js';

const VERSION = /^\d+\.\d+\.\d+[\w.-]{0,60}$/;
/** A session that many versions went on with has few; a hostile one can name any number. */
const MOST_VERSIONS = 10;

/** A translator that notes which versions of the agent wrote what it reads. */
export interface VersionWatcher extends Translator {
  /** One line for each version that is older or newer than all that were recorded. */
  notes(): string[];
}

/** Watches the versions that an input names, beside the one that `--agent` does. */
export function watchVersions(
  translator: Translator,
  { name, version }: ChosenAgent,
): VersionWatcher {
  const versions = new Set(version === undefined ? [] : [version]);
  const look = (events: DragomanEvent[]): DragomanEvent[] => {
    for (const event of events) {
      if (event.type !== 'init' || event.version === undefined) continue;
      if (versions.size < MOST_VERSIONS && VERSION.test(event.version)) versions.add(event.version);
    }
    return events;
  };
  return {
    push: (chunk) => look(translator.push(chunk)),
    flush: () => look(translator.flush()),
    stats: translator.stats,
    notes: () => [...versions].flatMap((each) => outsideRecorded(agents[name], each) ?? []),
  };
}
