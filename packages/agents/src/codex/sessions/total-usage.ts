import { isJsonObject, type JsonObject, parseJson, type UsageFigures } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import type { OpenFile } from '../../sessions/open-file.js';
import { recordAt } from '../../sessions/positioned-records.js';
import { siftLines } from '../../sessions/search-file.js';
import { compareVersions } from '../../version-support.js';
import { createUsageCounter, type UsageCounter } from '../saved/usage-counter.js';
import { PROCESS_MARKS_SINCE, readUsageFigures } from '../usage.js';
import { recordKind } from './records.js';

const COUNT = 'event_msg/token_count';

/** The records that say something of what a session used, by their kind. */
const COUNTS = new Map<string, (counter: UsageCounter, payload: JsonObject) => unknown>([
  [COUNT, (counter, payload) => counter.tokenCount(payload)],
  ['session_meta', (counter, payload) => counter.session(payload)],
  ['token_usage_record', (counter, payload) => counter.usageRecord(payload)],
  ['event_msg/user_message', (counter, payload) => counter.prompt(payload)],
]);

/** Counts a record, if it says something of what the session used. */
export function countUsage(record: JsonObject, counter: UsageCounter): void {
  const payload = objectAt(record, 'payload');
  const kind = payload === undefined ? '' : recordKind(record);
  if (payload !== undefined) COUNTS.get(kind)?.(counter, payload);
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

const FIGURES = ['"session_meta"', '"token_count"', '"token_usage_record"'];
const PROMPT = '"user_message"';

/** Whether the version that began a file marks where processes begin; if not, prompts show it. */
async function marksProcesses(file: OpenFile): Promise<boolean> {
  const first = file.bytes === 0 ? undefined : await recordAt(file, 0, file.bytes);
  const version = textAt(objectAt(first?.record, 'payload'), 'cli_version');
  return version === undefined || compareVersions(version, PROCESS_MARKS_SINCE) >= 0;
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

  const sought = (await marksProcesses(file)) ? FIGURES : [...FIGURES, PROMPT];
  await siftLines(file, sought, (line) => {
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
