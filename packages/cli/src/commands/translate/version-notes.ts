import { agentNames, agents, type Translator } from '@dragoman/agents';
import { outsideRecorded } from '@dragoman/agents/internal';
import type { DragomanEvent } from '@dragoman/protocol';
import type { RecordsAgent } from './recognise-input.js';

const VERSION = /^\d+\.\d+\.\d+[\w.-]{0,60}$/;
/** Few versions are unknown; a hostile session can name any number. */
const MOST_NOTES = 10;

/** A translator that notes which versions of the agent wrote what it reads. */
export interface VersionWatcher extends Translator {
  /** One line for each version that is older or newer than all that were recorded. */
  notes(): string[];
}

/** Watches the versions that an input names, beside the one that `--agent` does. */
export function watchVersions(
  translator: Translator,
  { name, version }: Pick<RecordsAgent, 'name' | 'version'>,
): VersionWatcher {
  const notes = new Set<string>();
  const known = agentNames.find((one) => one === name);
  const note = (each: string): void => {
    const words =
      known !== undefined && notes.size < MOST_NOTES
        ? outsideRecorded(agents[known], each)
        : undefined;
    if (words !== undefined) notes.add(words);
  };
  if (version !== undefined) note(version);
  const look = (events: DragomanEvent[]): DragomanEvent[] => {
    for (const event of events) {
      if (event.type !== 'init' || event.version === undefined) continue;
      if (VERSION.test(event.version)) note(event.version);
    }
    return events;
  };
  return {
    push: (chunk) => look(translator.push(chunk)),
    flush: () => look(translator.flush()),
    stats: translator.stats,
    notes: () => [...notes],
  };
}
