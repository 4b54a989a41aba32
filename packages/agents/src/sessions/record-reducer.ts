import {
  createReducer,
  type DragomanEvent,
  isJsonObject,
  parseJson,
  type Transcript,
} from '@dragoman/protocol';
import type { Interpretation } from '../interpret/interpreter.js';
import { createStatsCounter, type TranslationStats } from '../interpret/translation-stats.js';
import { noSeeds, type Seeds } from './paging.js';
import type { PositionedRecord } from './positioned-records.js';
import type { SessionFormat } from './session-format.js';

export interface ReducedRecords {
  /** Its messages are those of the records only, not of the seeds. */
  readonly transcript: Transcript;
  readonly stats: TranslationStats;
}

export interface RecordReducer {
  push(record: PositionedRecord): void;
  /** Whether a line is better pushed as it is. Absent: none is. */
  readonly isSkimmed: ((line: string) => boolean) | undefined;
  /** The end of the records. */
  close(): ReducedRecords;
}

/** So many records, or bytes of them, are worked on together. */
const BATCH_RECORDS = 512;
const BATCH_BYTES = 1024 * 1024;

/**
 * Makes messages of the records of a file, or of a stretch of it and what must be known before it. It
 * interprets many, then reduces what came of them: switching between reading, interpreting and
 * reducing at every record would take a processor's caches a tenth of the time.
 */
export function createRecordReducer(
  { agent, interpreter: createInterpreter }: SessionFormat,
  seeds: Seeds = noSeeds,
): RecordReducer {
  const interpreter = createInterpreter();
  const reducer = createReducer({ source: 'saved', agent });
  const watchdog = createStatsCounter();
  let batch: PositionedRecord[] = [];
  let batchBytes = 0;
  let events: DragomanEvent[] = [];

  const addEvents = (more: readonly DragomanEvent[]): void => {
    for (const event of more) events.push(event);
  };

  const interpret = ({ record, fault, line }: PositionedRecord): void => {
    if (record !== undefined) take(interpreter.push(record));
    else if (line !== undefined) skim(line);
    else if (fault !== undefined) watchdog.fault(fault);
  };

  const skim = (line: string): void => {
    const skimmed = interpreter.skim?.push(line);
    if (skimmed !== undefined) take(skimmed);
    else {
      const parsed = parseJson(line);
      if (parsed.ok && isJsonObject(parsed.value)) take(interpreter.push(parsed.value));
      else watchdog.fault('malformed');
    }
  };

  const take = (interpretation: Interpretation): void => {
    watchdog.record(interpretation);
    addEvents(interpretation.events);
  };

  const workOff = (): void => {
    for (const record of batch) interpret(record);
    batch = [];
    batchBytes = 0;
    reduceEvents();
  };

  const reduceEvents = (): void => {
    for (const event of events) reducer.push(event);
    events = [];
  };

  if (seeds.plan !== undefined) reducer.push(seeds.plan);
  for (const record of seeds.records) addEvents(interpreter.push(record).events);
  const seeded = seeds.plan === undefined ? 0 : 1;

  return {
    push(record) {
      batch.push(record);
      batchBytes += record.end - record.at;
      if (batch.length >= BATCH_RECORDS || batchBytes >= BATCH_BYTES) workOff();
    },
    isSkimmed: interpreter.skim?.isMeant,
    close() {
      workOff();
      addEvents(interpreter.flush());
      reduceEvents();
      const transcript = reducer.snapshot();
      const messages = seeded === 0 ? transcript.messages : transcript.messages.slice(seeded);
      return { transcript: { ...transcript, messages }, stats: watchdog.stats() };
    },
  };
}

/** What a stretch of a file says, from what must be known before it. */
export function reduceRecords(
  format: SessionFormat,
  seeds: Seeds,
  records: readonly PositionedRecord[],
): ReducedRecords {
  const reducer = createRecordReducer(format, seeds);
  records.forEach(reducer.push);
  return reducer.close();
}
