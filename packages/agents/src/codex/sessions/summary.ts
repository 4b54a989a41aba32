import { isJsonObject, type JsonObject, parseJson, type UsageFigures } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { siftLines } from '../../sessions/search-file.js';
import type { FactReader, SessionFacts, SummaryFormat } from '../../sessions/session-format.js';
import { compareVersions } from '../../version-support.js';
import { createUsageCounter, type UsageCounter } from '../saved/usage-counter.js';
import { readUsageFigures, THREAD_TOTALS_SINCE } from '../usage.js';
import { recordKind } from './records.js';

/** What a list shows of a session of Codex that its events don't say: its origin and its totals. */
export const codexSummary: SummaryFormat = {
  createReader,
  shortenFirst: withoutInstructions,
};

const COUNT = 'event_msg/token_count';

interface Origin {
  readonly parentId: string | undefined;
  /** A fork continues from the figures of its parent. */
  readonly isFork: boolean;
}

function createReader(): FactReader {
  const counter = createUsageCounter();
  let origin: Origin | undefined;

  /** Whether the last total of the session is that of all of it, and only of it. */
  const countsOn = ({ version }: SessionFacts): boolean => {
    const isTotal = version !== undefined && compareVersions(version, THREAD_TOTALS_SINCE) >= 0;
    return isTotal && origin?.isFork === false;
  };

  return {
    push(record, facts) {
      const payload = objectAt(record, 'payload');
      facts.startedAt ??= textAt(payload, 'timestamp') ?? textAt(record, 'timestamp');
      countUsage(record, counter);
      if (payload === undefined || recordKind(record) !== 'session_meta') return;
      // A fork may hold the records of its parent, too; those of the fork come first.
      origin ??= originOf(payload);
      facts.parentId ??= origin.parentId;
    },
    usage: counter.total,
    usageInTail: (tail, facts) => (countsOn(facts) ? usageInTail(tail) : undefined),
  };
}

function countUsage(record: JsonObject, counter: UsageCounter): void {
  const payload = objectAt(record, 'payload');
  const kind = payload === undefined ? '' : recordKind(record);
  if (payload !== undefined && kind === COUNT) counter.tokenCount(payload);
  if (payload !== undefined && kind === 'token_usage_record') counter.usageRecord(payload);
}

function originOf(meta: JsonObject): Origin {
  const forkedFrom = textAt(meta, 'forked_from_id');
  const spawn = objectAt(objectAt(objectAt(meta, 'source'), 'subagent'), 'thread_spawn');
  return {
    parentId: forkedFrom ?? textAt(spawn, 'parent_thread_id'),
    isFork: forkedFrom !== undefined,
  };
}

const TEXT = Buffer.from('"base_instructions":{"text":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The first line of a session without the model's instructions: from 0.98 on they are 20 KB of it, and
 * no list shows them. Any other line stays as it is.
 */
export function withoutInstructions(line: Buffer): Buffer {
  const found = line.indexOf(TEXT);
  if (found === -1) return line;
  const start = found + TEXT.length;
  let end = line.indexOf(QUOTE, start);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf(QUOTE, end + 1);
  return end === -1 ? line : Buffer.concat([line.subarray(0, start), line.subarray(end)]);
}

function isEscaped(line: Buffer, at: number): boolean {
  let before = at;
  while (line[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

const NEWLINE = 0x0a;
const COUNT_OPENS = Buffer.from('"token_');

/** The running total in the last bytes of a session, of which the first line may be cut off. */
export function usageInTail(tail: Buffer): UsageFigures | undefined {
  for (let hit = tail.lastIndexOf(COUNT_OPENS); hit !== -1; ) {
    const start = tail.lastIndexOf(NEWLINE, hit) + 1;
    const newline = tail.indexOf(NEWLINE, hit);
    const parsed = parseJson(tail.toString('utf8', start, newline === -1 ? tail.length : newline));
    const total = parsed.ok && isJsonObject(parsed.value) ? totalOf(parsed.value) : undefined;
    if (total !== undefined) return total;
    // Before the very start there is nothing; a negative position would be counted from the end.
    hit = start === 0 ? -1 : tail.lastIndexOf(COUNT_OPENS, start - 1);
  }
  return undefined;
}

function totalOf(record: JsonObject): UsageFigures | undefined {
  const payload = objectAt(record, 'payload');
  const kind = recordKind(record);
  if (kind === 'token_usage_record')
    return readUsageFigures(objectAt(payload, 'thread_token_usage'));
  if (kind !== COUNT) return undefined;
  return readUsageFigures(objectAt(objectAt(payload, 'info'), 'total_token_usage'));
}

/** A running total as Codex writes it, with the two figures that never shrink while a process goes on. */
const COUNT_LINE =
  /^\{"timestamp":"[^"]{1,40}",(?:"ordinal":\d{1,15},)?"type":"event_msg","payload":\{"type":"token_count","info":\{"total_token_usage":\{"input_tokens":(\d{1,15}),[^{}]*"output_tokens":(\d{1,15}),/;

/** A line with a running total that is parsed only if it is the last of a rising series. */
interface Waiting {
  readonly line: string;
  readonly input: number;
  readonly output: number;
}

function readWaiting(line: string): Waiting | undefined {
  const [found, input, output] = (line.endsWith('}}') && COUNT_LINE.exec(line)) || [];
  return found === undefined ? undefined : { line, input: Number(input), output: Number(output) };
}

function isSame({ input, output }: Waiting, previous: Waiting | undefined): boolean {
  return input === previous?.input && output === previous.output;
}

/**
 * What a session used, from the few records that say it: no other is parsed. While totals rise, only
 * the first and the last of them count, so those in between aren't parsed either.
 */
export async function totalUsage(file: OpenFile): Promise<UsageFigures | undefined> {
  const counter = createUsageCounter();
  let previous: Waiting | undefined;
  let isParsed = true;

  const parse = (line: string): void => {
    const parsed = parseJson(line);
    if (parsed.ok && isJsonObject(parsed.value)) countUsage(parsed.value, counter);
  };
  const parsePrevious = (): void => {
    if (previous !== undefined && !isParsed) parse(previous.line);
  };

  await siftLines(file, ['"token_count"', '"token_usage_record"'], (line) => {
    const count = readWaiting(line);
    // Up to 0.98 every second count repeats the one before.
    if (count !== undefined && isSame(count, previous)) return;
    const rises =
      count !== undefined &&
      previous !== undefined &&
      count.input >= previous.input &&
      count.output >= previous.output;
    if (!rises) {
      parsePrevious();
      parse(line);
    }
    previous = count;
    isParsed = !rises;
  });
  parsePrevious();
  return counter.total();
}

/** The last running total of a session: a process that is killed takes along what it hasn't written. */
export async function lastCount(file: OpenFile): Promise<UsageFigures | undefined> {
  let last: UsageFigures | undefined;
  await siftLines(file, ['"token_count"'], (line) => {
    const parsed = parseJson(line);
    const record = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
    if (record !== undefined && recordKind(record) === COUNT) last = totalOf(record) ?? last;
  });
  return last;
}
