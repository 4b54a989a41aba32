import { createReducer, type DragomanEvent, type Transcript } from '@dragoman/protocol';
import { createStatsKeeper, type TranslationStats } from '../../interpret/translation-stats.js';
import type { PlacedRecord } from '../../sessions/placed-records.js';
import { createCodexSaved } from '../saved.js';
import { noSeeds, type Seeds } from './read-seeds.js';

export interface ReducedRecords {
  /** Its messages are those of the records only, not of the seeds. */
  readonly transcript: Transcript;
  readonly stats: TranslationStats;
}

export interface RecordReducer {
  push(record: PlacedRecord): void;
  /** The end of the records. */
  close(): ReducedRecords;
}

/** Makes messages of the records of a file, or of a stretch of it and what must be known before it. */
export function createRecordReducer(seeds: Seeds = noSeeds): RecordReducer {
  const interpreter = createCodexSaved();
  const reducer = createReducer({ source: 'saved', agent: 'codex' });
  const keeper = createStatsKeeper();
  const reduceAll = (events: readonly DragomanEvent[]): void => {
    for (const event of events) reducer.push(event);
  };

  if (seeds.plan !== undefined) reducer.push(seeds.plan);
  for (const record of seeds.records) reduceAll(interpreter.push(record).events);
  const seeded = seeds.plan === undefined ? 0 : 1;

  return {
    push({ record, fault }) {
      if (record === undefined) {
        if (fault === 'tooLong') keeper.tooLong();
        else keeper.malformed();
        if (fault === 'torn') keeper.torn();
        return;
      }
      const { native, carriage, events } = interpreter.push(record);
      keeper.record(native, carriage);
      reduceAll(events);
    },
    close() {
      reduceAll(interpreter.flush());
      const transcript = reducer.snapshot();
      const messages = seeded === 0 ? transcript.messages : transcript.messages.slice(seeded);
      return { transcript: { ...transcript, messages }, stats: keeper.stats() };
    },
  };
}

/** What a stretch of a file says, from what must be known before it. */
export function reduceRecords(
  seeds: Seeds,
  ...stretches: readonly (readonly PlacedRecord[])[]
): ReducedRecords {
  const reducer = createRecordReducer(seeds);
  for (const records of stretches) records.forEach(reducer.push);
  return reducer.close();
}
