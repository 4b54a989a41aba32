import { encodeEvent, isJsonObject, reduce } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTranslator } from '../../interpret/translator.js';
import { codexLiveRules, createCodexLive } from '../live.js';

const live = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'live');

function translate(chunks: readonly Uint8Array[]) {
  const translator = createTranslator(createCodexLive(), { raw: true });
  return [...chunks.flatMap((chunk) => translator.push(chunk)), ...translator.flush()];
}

/** Cuts at the given places; places beyond the end, or twice the same, make empty chunks. */
function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

test.each(
  live.map((recording) => [`${recording.version} ${recording.scenario}`, recording] as const),
)('any chunking of %s gives the same events with the same ids', (_, recording) => {
  const bytes = recording.bytes();
  const whole = translate([bytes]);
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
      expect(translate(cutAt(bytes, cuts))).toEqual(whole);
    }),
    { numRuns: 5 },
  );
});

const NAMES = Object.keys(codexLiveRules);
const KEYS = [
  ...['type', 'id', 'item', 'msg', 'details', 'item_type', 'text', 'message', 'error', 'usage'],
  ...['command', 'cwd', 'status', 'exit_code', 'aggregated_output', 'stdout', 'stderr', 'chunk'],
  ...[
    'call_id',
    'stream',
    'changes',
    'path',
    'kind',
    'items',
    'plan',
    'step',
    'completed',
    'query',
  ],
  ...['action', 'queries', 'server', 'tool', 'arguments', 'result', 'content', 'Ok', 'Err', 'info'],
  ...['structured_content', 'total_token_usage', 'input_tokens', 'output_tokens', 'duration'],
  ...['secs', 'nanos', 'agents_states', 'receiver_thread_ids', 'prompt', 'model', 'sandbox'],
  ...['thread_id', 'session_id', 'delta', 'images', 'invocation', 'success', 'reason', 'workdir'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', '0', ''],
];
const WORDS = [
  ...['completed', 'failed', 'declined', 'in_progress', 'update', 'add', 'spawn_agent', 'wait'],
  ...['bash -lc "ls"', "bash -lc 'open", '*** Begin Patch', 'aGk=', '{"error":{"message":"x"}}'],
  ...['stdout', '__proto__', 'constructor', 'toString', '\ud800', '\u2028', ''],
];

/** JSON that looks like Codex's here and there and is wrong everywhere. */
const hostileRecord = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(...WORDS, ...NAMES),
    fc.constantFrom(null, true, false, 0, -1, 1e308, 2 ** 53, 0.5, -0),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('record'),
  ),
  record: fc
    .array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 8 })
    .map((entries) => Object.fromEntries(entries)),
})).record;

/** The same inside a frame that one of the rules reads. */
const framedRecord = fc.tuple(fc.constantFrom(...NAMES), hostileRecord).map(([name, record]) => {
  const body = isJsonObject(record) ? record : {};
  const [frame = '', type] = name.split('/');
  if (frame === 'msg') return { id: '0', msg: { ...body, type } };
  if (type !== undefined) return { type: frame, item: { ...body, type } };
  return { ...body, type: frame };
});

test('any record is answered, and what it becomes can be written and reduced', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(hostileRecord, framedRecord), { maxLength: 12 }), (records) => {
      const interpreter = createCodexLive();
      const read = () =>
        records.flatMap((record) => {
          // As it would come off the wire: `__proto__` is a key like any other there.
          const parsed: unknown = JSON.parse(JSON.stringify(record));
          return isJsonObject(parsed) ? interpreter.push(parsed).events : [];
        });
      const events = [...read(), ...interpreter.flush()];
      for (const event of events) expect(encodeEvent(event).endsWith('\n')).toBe(true);
      expect(() => reduce(events)).not.toThrow();
    }),
    { numRuns: 3000 },
  );
});

test('a record nested ten thousand deep, and names out of the prototype, are no trouble', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const call = `"type":"mcp_tool_call","server":"s","tool":"t","arguments":{"deep":${deep}},"result":{"content":${deep}}`;
  const lines = [
    `{"type":"item.completed","item":{"id":"a",${call}}}`,
    `{"type":"error","message":${deep}}`,
    `{"type":"turn.failed","error":${deep}}`,
    `{"id":"0","msg":{"type":"exec_command_begin","call_id":"c","command":${deep}}}`,
    `{"id":"0","msg":{"type":"exec_command_output_delta","call_id":"c","chunk":${deep}}}`,
    '{"type":"__proto__"}',
    '{"type":"constructor"}',
    '{"type":"item.completed","item":{"type":"toString"}}',
    '{"id":"0","msg":{"type":"hasOwnProperty"}}',
  ];
  const translator = createTranslator(createCodexLive());
  const events = translator.push(lines.map((line) => `${line}\n`).join(''));
  expect(translator.stats().dispositions).toEqual({ mapped: 3, metadata: 0, unknown: 6 });
  for (const event of events) expect(encodeEvent(event)).toContain('"type"');
});

test('a made-up record is counted, and told where that is asked for', () => {
  const translator = createTranslator(createCodexLive(), { raw: true });
  const made = { id: '0', msg: { type: 'hologram', beam: 7 } };
  expect(translator.push(`${JSON.stringify(made)}\n`)).toEqual([
    { type: 'raw', native: made, reason: 'no rule for msg/hologram' },
  ]);
  expect(translator.stats().natives.get('msg/hologram')).toEqual({
    disposition: 'unknown',
    count: 1,
  });
});
