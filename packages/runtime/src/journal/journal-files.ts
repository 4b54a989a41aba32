import { join, resolve } from 'node:path';

/** Where in the folder of a turn its journal keeps what. */
export interface JournalFiles {
  readonly directory: string;
  readonly events: string;
  /** Space kept for the `end`, given back when there is no other. */
  readonly reserve: string;
  /** Where the unfinished line at this place is kept once it has been cut off. */
  torn(offset: number): string;
}

export function journalFiles(directory: string): JournalFiles {
  const folder = resolve(directory);
  return {
    directory: folder,
    events: join(folder, 'events.ndjson'),
    reserve: join(folder, 'reserve'),
    torn: (offset) => join(folder, `torn-${offset}`),
  };
}
