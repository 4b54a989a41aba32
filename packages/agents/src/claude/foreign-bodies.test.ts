import { type DragomanEvent, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import type { Interpretation, Interpreter, View } from '../interpret/interpreter.js';
import { listAt, objectAt } from '../interpret/json-fields.js';
import { createClaudeLive } from './live.js';
import { createClaudeSaved } from './saved.js';

// Law 4: a record is mapped with its content, or it is counted as unknown. Every field in the body of
// recorded records is dropped, or replaced by what no version writes there.

const VIEWS: readonly View[] = ['live', 'saved'];
const create: Record<View, () => Interpreter> = {
  live: createClaudeLive,
  saved: createClaudeSaved,
};

/** Records that are mapped and may emit nothing, and why. */
const SILENT: Readonly<Record<string, string>> = {
  'assistant/failure': 'the turn fails when it is over, unless it goes on',
  'assistant/fallback': 'it only says that another model goes on',
  'assistant/printed': 'the next line says whether these are the words of a failure',
  'assistant/redacted_thinking': 'the thought is sealed',
  'assistant/text': 'its pieces were emitted',
  'assistant/thinking': 'its pieces were emitted, or the thought is sealed',
  'assistant/tool_use': 'a call that sets the plan is emitted when it is answered',
  'attachment/max_turns_reached': 'the turn fails when it is over',
  'cost-state': 'nothing was spent since the last one',
  'stream_event/content_block_delta': 'the whole block has inputs and signatures',
  'stream_event/content_block_start': 'its id is that of the pieces',
  'stream_event/message_delta': 'its usage is emitted with the end of the turn',
  'stream_event/message_start': 'its id is that of the pieces',
  'user/text': 'an interruption is emitted with the result; a command may print nothing',
};

/** Fields around a body: what wrote it, when, and what it belongs to. */
const ENVELOPE: ReadonlySet<string> = new Set([
  ...['type', 'subtype', 'uuid', 'parentUuid', 'timestamp', 'sessionId', 'session_id', 'version'],
  ...['cwd', 'isSidechain', 'agentId', 'parent_tool_use_id', 'gitBranch', 'userType', 'requestId'],
]);

/** Fields that add to the content. Where one can't be read, the content is emitted without it. */
const ADDITIONS: ReadonlySet<string> = new Set([
  ...['id', 'model', 'stop_reason', 'signature', 'error', 'formatted', 'media_type'],
  ...['source_uuid', 'claude_code_version', 'tool_use_result', 'toolUseResult'],
]);

/** Events that come from the envelope, or from an earlier record. */
const AROUND: ReadonlySet<DragomanEvent['type']> = new Set(['init', 'turn', 'usage']);

/** What no version writes in any field; undefined drops the field. */
const FOREIGN: readonly unknown[] = [undefined, { foreign: true }, 7, ['foreign']];

/** So many shapes of each sort of record are changed, none of them far into its session. */
const MOST_SHAPES = 6;
const MOST_BEFORE = 60;

type Path = readonly string[];

interface Sample {
  readonly native: string;
  readonly before: readonly JsonObject[];
  readonly record: JsonObject;
}

test.each(VIEWS)('a %s record with a foreign body is never mapped without its content', (view) => {
  const faults = new Set<string>();
  let changed = 0;
  for (const sample of samplesOf(view)) {
    const events = bodyOf(read(view, sample, sample.record));
    for (const path of pathsOf(sample.record)) {
      for (const value of FOREIGN) {
        changed += 1;
        const record = replaced(sample.record, path, value);
        if (!isJsonObject(record)) throw new Error('a record stays one');
        const was = value === undefined ? undefined : valueAt(sample.record, path);
        const fault = faultOf(events, was, path, read(view, sample, record));
        const isPart = listAt(objectAt(record, 'message'), 'content').length > 1;
        if (fault !== undefined && !(isPart && fault === 'emitted as unknown')) {
          faults.add(`${sample.native} ${path.join('.')}: ${fault}`);
        }
      }
    }
  }
  expect([...faults]).toEqual([]);
  expect(changed).toBeGreaterThan(2000);
});

/**
 * What is wrong with how a changed record was read. The events are those of the record as it was, and
 * `was` is what was replaced in it.
 */
function faultOf(
  events: readonly DragomanEvent[],
  was: unknown,
  path: Path,
  interpretation: Interpretation,
): string | undefined {
  const now = bodyOf(interpretation);
  const isAddition = path.some((name) => ADDITIONS.has(name));
  if (interpretation.disposition === 'unknown') {
    return now.length > 0 ? 'emitted as unknown' : undefined;
  }
  if (interpretation.disposition === 'mapped' && events.length > 0 && now.length === 0) {
    return isAddition && events.every(isLastPiece) ? undefined : 'vanished';
  }
  if (typeof was !== 'string' || isAddition) return undefined;
  const isLost = shows(events, was) && !shows(now, was) && !shows(now, 'foreign') && !shows(now, 7);
  return isLost ? `lost ${was}` : undefined;
}

/** Its content came before, in other pieces. */
function isLastPiece(event: DragomanEvent): boolean {
  return 'delta' in event && event.delta === true && event.content === '';
}

test.each(VIEWS)(
  'the mapped records that emit nothing in the %s view are known by name',
  (view) => {
    const silent = new Set<string>();
    for (const { records } of recorded(view)) {
      const interpreter = create[view]();
      for (const record of records) {
        const { native, disposition, events } = interpreter.push(record);
        if (disposition === 'mapped' && events.length === 0) silent.add(native);
      }
    }
    expect([...silent].filter((native) => !(native in SILENT))).toEqual([]);
  },
);

function recorded(view: View): { readonly records: readonly JsonObject[] }[] {
  return recordings()
    .filter((one) => one.agent === 'claude' && one.view === view)
    .map((one) => ({
      records: Buffer.from(one.bytes())
        .toString('utf8')
        .split('\n')
        .flatMap((line) => {
          const parsed = parseJson(line);
          return parsed.ok && isJsonObject(parsed.value) ? [parsed.value] : [];
        }),
    }));
}

/** Mapped records of many shapes, each with what came before it. */
function samplesOf(view: View): Sample[] {
  const shapes = new Set<string>();
  const counts = new Map<string, number>();
  const samples: Sample[] = [];
  for (const { records } of recorded(view)) {
    const interpreter = create[view]();
    for (const [index, record] of records.slice(0, MOST_BEFORE).entries()) {
      const { native, disposition } = interpreter.push(record);
      const shape = `${native} ${[...pathsOf(record)].join(' ')}`;
      const count = counts.get(native) ?? 0;
      if (disposition !== 'mapped' || shapes.has(shape) || count >= MOST_SHAPES) continue;
      shapes.add(shape);
      counts.set(native, count + 1);
      samples.push({ native, before: records.slice(0, index), record });
    }
  }
  return samples;
}

function read(view: View, { before }: Sample, record: JsonObject): Interpretation {
  const interpreter = create[view]();
  for (const one of before) interpreter.push(one);
  return interpreter.push(record);
}

function bodyOf({ events }: Interpretation): readonly DragomanEvent[] {
  return events.filter(({ type }) => !AROUND.has(type));
}

function shows(events: readonly DragomanEvent[], value: string | number): boolean {
  return JSON.stringify(events).includes(JSON.stringify(value).replaceAll(/^"|"$/g, ''));
}

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null || path.length > 5) return;
  for (const [name, member] of Object.entries(value)) {
    if (path.length === 0 && ENVELOPE.has(name)) continue;
    yield [...path, name];
    yield* pathsOf(member, [...path, name]);
  }
}

function valueAt(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return valueAt(value[Number(name)], rest);
  return isJsonObject(value) ? valueAt(value[name], rest) : undefined;
}

function replaced(value: unknown, [name = '', ...rest]: Path, by: unknown): unknown {
  const change = (member: unknown): unknown =>
    rest.length === 0 ? by : replaced(member, rest, by);
  if (Array.isArray(value)) {
    return value
      .map((entry, index) => (String(index) === name ? change(entry) : entry))
      .filter((entry) => entry !== undefined);
  }
  if (!isJsonObject(value)) return value;
  const { [name]: member, ...others } = value;
  const changed = change(member);
  return changed === undefined ? others : { ...others, [name]: changed };
}
