import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import type {
  CodexEvent,
  EventMessage,
  ItemCompletedEvent,
  ResponseItem,
  ResponseItemEvent,
  ResponseItemFunctionCall,
  SessionMetaEvent,
  ThreadItem,
  TurnItem,
} from './native.js';
import { codexSavedRules } from './saved.js';

const NATIVE = fileURLToPath(new URL('native.ts', import.meta.url));
const COMPILER = join(
  createRequire(import.meta.url).resolve('typescript/package.json'),
  '../bin/tsc',
);
const OPTIONS = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'];
const MODULES = ['--module', 'nodenext', '--target', 'es2022', '--allowImportingTsExtensions'];
const LONGEST_TEXT = 60;

/** One recorded record of each shape, with short texts and lists. */
function recordedShapes(): JsonObject[] {
  const shapes = new Map<string, JsonObject>();
  // `--experimental-json` of 0.42 had a shape that no other version has.
  const typed = recordings().filter(
    ({ agent, scenario }) => agent === 'codex' && scenario !== 'experimental',
  );
  for (const { bytes } of typed) {
    for (const line of Buffer.from(bytes()).toString('utf8').split('\n')) {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      const shape = JSON.stringify(parsed.value, shapeOf);
      if (!shapes.has(shape)) shapes.set(shape, parsed.value);
    }
  }
  return [...shapes.values()];
}

const WORDS: ReadonlySet<string> = new Set(['type', 'role', 'kind', 'status', 'tool', 'reason']);

/** Texts and numbers of any value have the same shape, but for the words that types list. */
function shapeOf(key: string, value: unknown): unknown {
  if (WORDS.has(key)) return value;
  return typeof value === 'string' || typeof value === 'number' ? typeof value : value;
}

function shortened(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT) return value.slice(0, LONGEST_TEXT);
  return Array.isArray(value) ? value.slice(0, 8) : value;
}

test('every recorded record is one that the types describe', async () => {
  const shapes = recordedShapes();
  expect(shapes.length).toBeGreaterThan(100);
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-native-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'recorded.mts');
  writeFileSync(
    source,
    [
      `import type { CodexEvent } from ${JSON.stringify(NATIVE)};`,
      // Fields that no type lists are no fault: Codex writes many that nothing reads.
      'function check<Recorded extends CodexEvent>(_record: Recorded): void {}',
      ...shapes.map((record) => `check(${JSON.stringify(record, shortened)});`),
    ].join('\n'),
  );
  const compiled = await promisify(execFile)(
    process.execPath,
    [COMPILER, ...OPTIONS, ...MODULES, source],
    { cwd: folder },
  ).then(
    () => '',
    (failure: { stdout?: string }) => failure.stdout ?? String(failure),
  );
  expect(compiled).toBe('');
}, 60_000);

/** Sorts known from Codex's source that no recording has. Complete by their types. */
type Unrecorded =
  | `response_item/${Exclude<ResponseItem['type'], Recorded>}`
  | `event_msg/item_completed/${Exclude<TurnItem['type'], Recorded>}`;
type Recorded =
  | 'message'
  | 'reasoning'
  | `${'function' | 'custom_tool'}_call${'' | '_output'}`
  | 'web_search_call'
  | 'local_shell_call'
  | 'UserMessage'
  | 'AgentMessage'
  | 'Reasoning'
  | 'CommandExecution'
  | 'FileChange'
  | 'McpToolCall'
  | 'WebSearch'
  | 'ImageView'
  | 'CollabAgentToolCall'
  | 'ContextCompaction'
  | 'EnteredReviewMode'
  | 'ExitedReviewMode';
const UNRECORDED: Readonly<Record<Unrecorded, true>> = {
  'response_item/agent_message': true,
  'response_item/tool_search_call': true,
  'response_item/tool_search_output': true,
  'response_item/image_generation_call': true,
  'response_item/ghost_snapshot': true,
  'response_item/compaction': true,
  'response_item/compaction_summary': true,
  'response_item/context_compaction': true,
  'response_item/additional_tools': true,
  'response_item/other': true,
  'event_msg/item_completed/HookPrompt': true,
  'event_msg/item_completed/Plan': true,
  'event_msg/item_completed/DynamicToolCall': true,
  'event_msg/item_completed/SubAgentActivity': true,
  'event_msg/item_completed/ImageGeneration': true,
  'event_msg/item_completed/Extension': true,
};

test('every sort that no recording has is one that a rule reads', () => {
  for (const native of Object.keys(UNRECORDED)) expect(codexSavedRules).toHaveProperty([native]);
});

test('the type of a record says which record it is', () => {
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
