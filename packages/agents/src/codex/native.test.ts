import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, expectTypeOf, test } from 'vitest';
import { objectAt, textAt } from '../interpret/json-fields.js';
import type {
  CodexEvent,
  EventMessage,
  ItemCompletedEvent,
  LegacyMessage,
  ResponseItem,
  ResponseItemEvent,
  ResponseItemFunctionCall,
  RolloutRecord,
  SessionMetaEvent,
  ThreadEvent,
  ThreadItem,
  TurnItem,
} from './native.js';

type Named<Type extends string> = Readonly<Record<Type, true>>;
type TypeOf<Union> = Union extends { type: infer Type extends string } ? Type : never;

/** The names of each union, complete by its type: one too many or too few doesn't compile. */
const THREAD_EVENTS: Named<ThreadEvent['type']> = {
  'thread.started': true,
  'turn.started': true,
  'turn.completed': true,
  'turn.failed': true,
  'item.started': true,
  'item.updated': true,
  'item.completed': true,
  error: true,
};
const THREAD_ITEMS: Named<ThreadItem['type']> = {
  agent_message: true,
  reasoning: true,
  command_execution: true,
  file_change: true,
  mcp_tool_call: true,
  collab_tool_call: true,
  web_search: true,
  todo_list: true,
  error: true,
};
const LEGACY_MESSAGES: Named<LegacyMessage['type']> = {
  task_started: true,
  agent_message: true,
  agent_reasoning: true,
  agent_reasoning_section_break: true,
  agent_reasoning_raw_content: true,
  exec_command_begin: true,
  exec_command_output_delta: true,
  exec_command_end: true,
  patch_apply_begin: true,
  patch_apply_end: true,
  mcp_tool_call_begin: true,
  mcp_tool_call_end: true,
  web_search_begin: true,
  web_search_end: true,
  plan_update: true,
  turn_diff: true,
  token_count: true,
  background_event: true,
  stream_error: true,
  error: true,
  turn_aborted: true,
};
const RECORDS: Named<Exclude<TypeOf<RolloutRecord>, ResponseItem['type']>> = {
  session_meta: true,
  turn_context: true,
  response_item: true,
  event_msg: true,
  compacted: true,
  world_state: true,
  token_usage_record: true,
};
const RESPONSE_ITEMS: Named<ResponseItem['type']> = {
  message: true,
  reasoning: true,
  function_call: true,
  function_call_output: true,
  custom_tool_call: true,
  custom_tool_call_output: true,
  web_search_call: true,
  local_shell_call: true,
  agent_message: true,
  tool_search_call: true,
  tool_search_output: true,
  image_generation_call: true,
  ghost_snapshot: true,
  compaction: true,
  compaction_summary: true,
  context_compaction: true,
  additional_tools: true,
  other: true,
};
const EVENT_MESSAGES: Named<EventMessage['type']> = {
  user_message: true,
  agent_message: true,
  agent_reasoning: true,
  agent_reasoning_raw_content: true,
  token_count: true,
  task_started: true,
  task_complete: true,
  turn_aborted: true,
  context_compacted: true,
  patch_apply_end: true,
  mcp_tool_call_end: true,
  web_search_end: true,
  item_completed: true,
  thread_settings_applied: true,
  entered_review_mode: true,
  exited_review_mode: true,
  thread_rolled_back: true,
};
const TURN_ITEMS: Named<TurnItem['type']> = {
  UserMessage: true,
  AgentMessage: true,
  Reasoning: true,
  CommandExecution: true,
  FileChange: true,
  McpToolCall: true,
  WebSearch: true,
  ImageView: true,
  CollabAgentToolCall: true,
  ContextCompaction: true,
  EnteredReviewMode: true,
  ExitedReviewMode: true,
  HookPrompt: true,
  Plan: true,
  DynamicToolCall: true,
  SubAgentActivity: true,
  ImageGeneration: true,
  Extension: true,
};

/** Which list of names a record is looked up in, and by what. */
function placesOf(record: JsonObject): readonly (readonly [Named<string>, string | undefined])[] {
  const type = textAt(record, 'type');
  const message = objectAt(record, 'msg');
  const item = objectAt(record, 'item');
  const payload = objectAt(record, 'payload');
  if (message !== undefined) return [[LEGACY_MESSAGES, textAt(message, 'type')]];
  if (payload === undefined) {
    if (type === undefined) return [];
    if (item !== undefined)
      return [
        [THREAD_EVENTS, type],
        [THREAD_ITEMS, textAt(item, 'type')],
      ];
    return [[{ ...THREAD_EVENTS, ...RESPONSE_ITEMS }, type]];
  }
  const inner = textAt(payload, 'type');
  if (type === 'response_item')
    return [
      [RECORDS, type],
      [RESPONSE_ITEMS, inner],
    ];
  if (type !== 'event_msg') return [[RECORDS, type]];
  const turnItem = objectAt(payload, 'item');
  const parts = turnItem === undefined ? [] : [[TURN_ITEMS, textAt(turnItem, 'type')] as const];
  return [[RECORDS, type], [EVENT_MESSAGES, inner], ...parts];
}

test('every record of the recordings has a name that the types list', () => {
  let named = 0;
  // `--experimental-json` of 0.42 had a shape of its own, for that one version.
  const typed = recordings().filter(
    ({ agent, scenario }) => agent === 'codex' && scenario !== 'experimental',
  );
  for (const recording of typed) {
    for (const line of new TextDecoder().decode(recording.bytes()).split('\n')) {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      for (const [names, name] of placesOf(parsed.value)) {
        expect(Object.keys(names), `${recording.path}: ${line.slice(0, 200)}`).toContain(name);
        named += 1;
      }
    }
  }
  expect(named).toBeGreaterThan(1000);
});

test('a record is told apart by its type', () => {
  const record: CodexEvent = {
    type: 'item.completed',
    item: { id: 'item_1', type: 'agent_message', text: 'Hi' },
  };
  expectTypeOf(record).toExtend<CodexEvent>();
  expectTypeOf<ItemCompletedEvent['item']>().toEqualTypeOf<ThreadItem>();
  expectTypeOf<ResponseItemEvent['payload']>().toEqualTypeOf<ResponseItem>();
  expectTypeOf<
    Extract<ResponseItem, { type: 'function_call' }>
  >().toEqualTypeOf<ResponseItemFunctionCall>();
  expectTypeOf<SessionMetaEvent['payload']['cli_version']>().toEqualTypeOf<string>();
});

test('nothing in the types is `any`', () => {
  expectTypeOf<CodexEvent>().not.toBeAny();
  expectTypeOf<ThreadItem>().not.toBeAny();
  expectTypeOf<EventMessage>().not.toBeAny();
});
