import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import type { Interpreter } from '../interpret/interpreter.js';
import { codexLiveRules, createCodexLive } from './live.js';
import { codexSavedRules, createCodexSaved } from './saved.js';

// Law 4: a record whose type is known and whose content can't be read is counted as unknown, and
// becomes nothing. Recorded records are changed one field at a time, at any depth.

const VIEWS = {
  live: { create: createCodexLive, rules: codexLiveRules },
  saved: { create: createCodexSaved, rules: codexSavedRules },
} as const;
type ViewName = keyof typeof VIEWS;

/**
 * The fields without which a record can't be read: any of them, changed to another type or left out,
 * makes the record unknown.
 */
const NEEDED: Readonly<Record<ViewName, Readonly<Record<string, readonly string[]>>>> = {
  live: {
    'thread.started': ['thread_id'],
    'item.completed/agent_message': ['text'],
    'item.completed/assistant_message': ['text'],
    'item.completed/reasoning': ['text'],
    'item.started/command_execution': ['command'],
    'item.completed/command_execution': ['command'],
    'item.started/file_change': ['changes'],
    'item.completed/file_change': ['changes'],
    'item.started/mcp_tool_call': ['server', 'tool'],
    'item.completed/mcp_tool_call': ['server', 'tool'],
    'item.started/collab_tool_call': ['tool'],
    'item.completed/collab_tool_call': ['tool'],
    'item.started/todo_list': ['items'],
    'item.updated/todo_list': ['items'],
    'item.completed/todo_list': ['items'],
    'msg/agent_message': ['message'],
    'msg/agent_reasoning': ['text'],
    'msg/exec_command_begin': ['command'],
    'msg/exec_command_output_delta': ['call_id', 'chunk'],
    'msg/exec_command_end': ['call_id'],
    'msg/patch_apply_begin': ['changes'],
    'msg/patch_apply_end': ['call_id', 'success'],
    'msg/mcp_tool_call_begin': ['invocation'],
    'msg/mcp_tool_call_end': ['invocation', 'result'],
    'msg/web_search_begin': ['call_id'],
    'msg/web_search_end': ['query'],
    'msg/plan_update': ['plan'],
  },
  saved: {
    compacted: ['message'],
    token_usage_record: ['usage'],
    'response_item/message': ['role', 'content'],
    'response_item/reasoning': ['summary'],
    'response_item/function_call': ['name', 'arguments'],
    'response_item/function_call_output': ['call_id', 'output'],
    'response_item/custom_tool_call': ['name', 'input'],
    'response_item/custom_tool_call_output': ['call_id', 'output'],
    'bare/message': ['role', 'content'],
    'bare/reasoning': ['summary'],
    'bare/function_call': ['name', 'arguments'],
    'bare/function_call_output': ['call_id', 'output'],
    'event_msg/user_message': ['message'],
    'event_msg/agent_message': ['message'],
    'event_msg/agent_reasoning': ['text'],
    'event_msg/token_count': ['info'],
    'event_msg/patch_apply_end': ['call_id'],
    'event_msg/mcp_tool_call_end': ['call_id', 'result'],
    'event_msg/item_completed/UserMessage': ['content'],
    'event_msg/item_completed/AgentMessage': ['content'],
    'event_msg/item_completed/Reasoning': ['summary_text'],
    'event_msg/item_completed/CommandExecution': ['id'],
    'event_msg/item_completed/FileChange': ['id'],
    'event_msg/item_completed/McpToolCall': ['id'],
    'event_msg/item_completed/CollabAgentToolCall': ['id', 'status'],
  },
};

/** The rules that may read a record, alone in its stream, and emit nothing; and why. */
const SILENT: Readonly<Record<ViewName, Readonly<Record<string, string>>>> = {
  live: {
    'msg/token_count': 'a count of null only says that a process begins',
  },
  saved: {
    'response_item/message': 'a message without parts says nothing',
    'bare/message': 'a message without parts says nothing',
    'event_msg/item_completed/AgentMessage': 'a message without parts says nothing',
    'response_item/reasoning': 'a sealed thought says nothing',
    'bare/reasoning': 'a sealed thought says nothing',
    'event_msg/token_count': 'a count of null only says that a process begins',
    'event_msg/item_completed/Reasoning': 'a sealed thought says nothing',
  },
};

interface Sample {
  readonly view: ViewName;
  readonly native: string;
  readonly record: JsonObject;
}

/** One record of each native name and shape that was recorded. */
const samples: readonly Sample[] = [...sampleRecords().values()];

function sampleRecords(): Map<string, Sample> {
  const found = new Map<string, Sample>();
  for (const { agent, view, bytes } of recordings()) {
    if (agent !== 'codex') continue;
    const interpreter = VIEWS[view].create();
    for (const line of Buffer.from(bytes()).toString('utf8').split('\n')) {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      const record = parsed.value;
      const { native } = interpreter.push(record);
      const shape = `${view} ${native} ${Object.keys(bodyOf(record)).sort()}`;
      if (!found.has(shape)) found.set(shape, { view, native, record });
    }
  }
  return found;
}

/** The part of a record that its rule reads. */
function bodyOf(record: JsonObject): JsonObject {
  const payload = isJsonObject(record.payload) ? record.payload : record;
  for (const inner of [payload.item, payload.msg]) if (isJsonObject(inner)) return inner;
  return payload;
}

function outcomeOf(interpreter: Interpreter, record: JsonObject) {
  const { disposition, native, events } = interpreter.push(record);
  return { disposition, native, events: [...events, ...interpreter.flush()] };
}

type Path = readonly (string | number)[];

/** So many entries of a list are changed: those behind them are read in the same way. */
const MOST_ENTRIES = 3;

/** Every position in a value, with what stands there. */
function* positionsIn(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  if (path.length > 0) yield [path, value];
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      if (index < MOST_ENTRIES) yield* positionsIn(entry, [...path, index]);
    }
  } else if (isJsonObject(value)) {
    for (const [key, entry] of Object.entries(value)) yield* positionsIn(entry, [...path, key]);
  }
}

/** Values of each type but that of what they replace; undefined leaves the field out. */
function othersThan(value: unknown): unknown[] {
  const sorts = [undefined, null, true, 7, 'other', [7], { foreign: true }];
  return sorts.filter((other) => sortOf(other) !== sortOf(value));
}

function sortOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function withChange(record: JsonObject, path: Path, value: unknown): JsonObject {
  const copy: JsonObject = structuredClone(record);
  let holder: unknown = copy;
  for (const step of path.slice(0, -1)) holder = Reflect.get(Object(holder), step);
  const last = path.at(-1) ?? '';
  if (value === undefined && Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (value === undefined) Reflect.deleteProperty(Object(holder), last);
  else Reflect.set(Object(holder), last, value);
  return copy;
}

/** What says of which sort a record is: without it, it is another record. */
const NAMES: ReadonlySet<unknown> = new Set(['type', 'payload', 'item', 'msg', 'timestamp']);

test('there are samples of many sorts of records', () => {
  expect(new Set(samples.map(({ native }) => native)).size).toBeGreaterThan(60);
});

describe.each(['live', 'saved'] as const)('%s', (view) => {
  const { create, rules } = VIEWS[view];
  const ofView = samples.filter((sample) => sample.view === view);

  test('any change leaves a record that is read, or counted as unknown and emits nothing', () => {
    const silent = new Set<string>();
    let changes = 0;
    for (const { record, native } of ofView) {
      for (const [path, value] of positionsIn(record)) {
        if (NAMES.has(path.at(-1))) continue;
        for (const other of othersThan(value)) {
          changes += 1;
          const read = outcomeOf(create(), withChange(record, path, other));
          if (read.native !== native) continue;
          if (read.disposition === 'unknown') expect(read.events).toEqual([]);
          else if (rules[native]?.disposition === 'mapped' && read.events.length === 0) {
            silent.add(native);
          }
        }
      }
    }
    expect(changes).toBeGreaterThan(1000);
    expect([...silent].sort()).toEqual(Object.keys(SILENT[view]).sort());
  });

  test.each(Object.entries(NEEDED[view]))('%s can’t be read without %j', (native, fields) => {
    const named = ofView.filter((sample) => sample.native === native);
    expect(named.length).toBeGreaterThan(0);
    for (const { record } of named) {
      for (const field of fields) {
        const [path] = [...positionsIn(record)].find(
          ([at]) => at.at(-1) === field && holderAt(record, at) === bodyOf(record),
        ) ?? [[]];
        if (path.length === 0) continue;
        for (const other of othersThan(Reflect.get(bodyOf(record), field))) {
          if (isReadable(native, field, other)) continue;
          expect(outcomeOf(create(), withChange(record, path, other))).toEqual({
            native,
            disposition: 'unknown',
            events: [],
          });
        }
      }
    }
  });

  test('every recorded sort whose content goes into events says what it needs', () => {
    const mapped = new Set(
      ofView.flatMap(({ native }) => (rules[native]?.disposition === 'mapped' ? native : [])),
    );
    const unlisted = [...mapped].filter((native) => !(native in NEEDED[view]));
    expect(unlisted.filter((native) => !(native in NEEDS_NOTHING))).toEqual([]);
  });
});

function holderAt(record: JsonObject, path: Path): unknown {
  let holder: unknown = record;
  for (const step of path.slice(0, -1)) holder = Reflect.get(Object(holder), step);
  return holder;
}

/** Changes of a needed field that leave it readable. */
function isReadable(native: string, field: string, value: unknown): boolean {
  return READABLE.some(
    ([name, key, accepts]) => native.endsWith(name) && field === key && accepts(value),
  );
}

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const READABLE: readonly (readonly [string, string, (value: unknown) => boolean])[] = [
  // A command is a text or a list of words; arguments and outputs are a text, a list or an object.
  ['command_execution', 'command', isText],
  ['exec_command_begin', 'command', isText],
  ['exec_command_output_delta', 'chunk', (value) => isText(value) || Array.isArray(value)],
  ['function_call', 'arguments', isObject],
  ['custom_tool_call', 'input', isObject],
  ['_output', 'output', (value) => isText(value) || isObject(value)],
  // A count of null is the sign of a new process.
  ['token_count', 'info', (value) => value === null],
];

/** Rules of recorded sorts that can read any record of their name, and why. */
const NEEDS_NOTHING: Readonly<Record<string, string>> = {
  error: 'a record without a message is shown as JSON',
  'item.completed/error': 'a record without a message is shown as JSON',
  'item.started/web_search': 'has a query or an action',
  'item.completed/web_search': 'has a query or an action',
  'turn.started': 'its name says all',
  'turn.completed': 'its name says all but the usage',
  'turn.failed': 'its name says all but the message',
  'session.created': 'has a session id or a model',
  header: 'its fields are what it is known by',
  prompt: 'its field is what it is known by',
  'msg/task_started': 'its name says all',
  'msg/turn_aborted': 'its name says all but the reason',
  'msg/error': 'a record without a message is shown as JSON',
  'msg/stream_error': 'a record without a message is shown as JSON',
  'msg/background_event': 'a record without a message is shown as JSON',
  'msg/token_count': 'has figures of one of two forms',
  session_meta: 'has an id or a folder',
  turn_context: 'has a model or a folder',
  'bare/header': 'its fields are what it is known by',
  'response_item/web_search_call': 'may have no action',
  'bare/web_search_call': 'may have no action',
  'response_item/local_shell_call': 'has an action, which is not recorded',
  'event_msg/task_started': 'its name says all',
  'event_msg/task_complete': 'its name says all but the failure',
  'event_msg/turn_aborted': 'its name says all but the reason',
  'event_msg/error': 'a record without a message is shown as JSON',
  'event_msg/context_compacted': 'its name says all',
  'event_msg/web_search_end': 'has a query or an action',
  'event_msg/item_completed/WebSearch': 'has a query or an action',
  'event_msg/item_completed/ContextCompaction': 'its name says all',
};

/** Records of sorts that no recording has, with bodies that can't be read. */
test.each<[ViewName, JsonObject]>([
  ['live', { type: 'session.created', id: 's' }],
  ['live', { type: 'item.started', item: { id: 'i', type: 'web_search', query: 7 } }],
  ['live', { type: 'message.output_text.delta', delta: { text: 'a' } }],
  ['live', { type: 'message.output_text.done', text: ['a'] }],
  ['live', { id: '0', msg: { type: 'agent_message_delta', delta: 7 } }],
  ['live', { id: '0', msg: { type: 'agent_reasoning_delta' } }],
  ['live', { id: '0', msg: { type: 'agent_reasoning_raw_content', text: ['a'] } }],
  ['live', { id: '0', msg: { type: 'token_count', info: 'none' } }],
  ['live', { id: '0', msg: { type: 'session_configured', model: 7 } }],
  ['live', { id: '0', msg: { type: 'user_message', message: { text: 'a' } } }],
  ['live', { id: '0', msg: { type: 'view_image_tool_call', call_id: 'c', path: 7 } }],
  ['saved', { type: 'session_meta', payload: { id: 7, cwd: null } }],
  ['saved', { type: 'turn_context', payload: { model: 7 } }],
  ['saved', { type: 'response_item', payload: { type: 'agent_message', content: 'a' } }],
  ['saved', { type: 'response_item', payload: { type: 'local_shell_call', action: 'ls' } }],
  ['saved', { type: 'response_item', payload: { type: 'tool_search_call', arguments: 7 } }],
  ['saved', { type: 'response_item', payload: { type: 'tool_search_output', tools: {} } }],
  ['saved', { type: 'response_item', payload: { type: 'web_search_call', action: 7 } }],
  ['saved', { type: 'response_item', payload: { type: 'image_generation_call', result: 7 } }],
  ['saved', { type: 'event_msg', payload: { type: 'web_search_end', query: 7 } }],
  ['saved', { type: 'event_msg', payload: { type: 'warning', message: 7 } }],
  ['saved', { type: 'event_msg', payload: { type: 'agent_reasoning_raw_content', text: 7 } }],
  ['saved', { type: 'event_msg', payload: { type: 'exec_command_end', call_id: 'c' } }],
  ['saved', { type: 'event_msg', payload: { type: 'patch_apply_end', call_id: 'c' } }],
  ['saved', { type: 'event_msg', payload: { type: 'dynamic_tool_call_response', call_id: 'c' } }],
  ['saved', { type: 'event_msg', payload: { type: 'item_completed', item: { type: 'Plan' } } }],
])('%s %j is unknown', (view, record) => {
  const { disposition, events } = outcomeOf(VIEWS[view].create(), record);
  expect(disposition).toBe('unknown');
  expect(events).toEqual([]);
});
