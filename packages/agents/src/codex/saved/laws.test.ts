import { encodeEvent, isJsonObject, type JsonObject, parseEvent, reduce } from '@dragoman/protocol';
import { type Recording, recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../interpret/translator.js';
import { codexSavedRules, createCodexSaved } from '../saved.js';

const saved = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'saved');

function translate(chunks: readonly (Uint8Array | string)[]) {
  const translator = createTranslator(createCodexSaved(), { raw: true });
  return [...chunks.flatMap((chunk) => translator.push(chunk)), ...translator.flush()];
}

/** Cuts at the given places; places beyond the end, or twice the same, make empty chunks. */
function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

/**
 * What the agent said and did. A thought is put together only when all
 * its parts are there, and a script told only when no call of it is.
 */
function spoken(lines: readonly string[]): string[] {
  return reduce(translate([lines.join('\n')]), { source: 'saved' })
    .messages.filter(
      ({ role, content: [block] }) => role === 'assistant' && block?.type !== 'thinking',
    )
    .map(({ content: [block] }) =>
      JSON.stringify(block?.type === 'tool_use' ? [block.name, block.input] : block),
    )
    .filter((text) => !text.startsWith('["exec",'));
}

/** What looks like a reply until the record behind it says that it is the summary of a compaction. */
function summaries(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const { payload } = JSON.parse(line);
    const text = payload?.role === 'assistant' ? payload.content?.[0]?.text : undefined;
    return text === undefined ? [] : JSON.stringify({ type: 'text', text });
  });
}

const linesOf = (recording: Recording) =>
  Buffer.from(recording.bytes()).toString('utf8').trimEnd().split('\n');

describe.each(
  saved.map((recording) => [`${recording.version} ${recording.scenario}`, recording] as const),
)('%s', (_, recording) => {
  test('gives the same events with the same ids in any chunking', () => {
    const bytes = recording.bytes();
    const whole = translate([bytes]);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
        expect(translate(cutAt(bytes, cuts))).toEqual(whole);
      }),
      { numRuns: 5 },
    );
  });

  test('begins as its beginning does, wherever it breaks off', () => {
    const lines = linesOf(recording);
    const whole = [...spoken(lines), ...summaries(lines)];
    for (let end = 0; end < lines.length; end++) {
      const beginning = spoken(lines.slice(0, end));
      // In which order what the open turn has said only in events, is left to the rest of it.
      expect(whole).toEqual(expect.arrayContaining(beginning));
    }
  });

  test('gives only events of the language', () => {
    for (const event of translate([recording.bytes()])) {
      expect(parseEvent(event)).toMatchObject({ ok: true });
    }
  });
});

const NAMES = Object.keys(codexSavedRules);
const KEYS = [
  ...['type', 'id', 'item', 'payload', 'timestamp', 'ordinal', 'record_type', 'role', 'content'],
  ...['text', 'message', 'summary', 'summary_text', 'raw_content', 'images', 'local_images'],
  ...['image_url', 'path', 'name', 'namespace', 'arguments', 'input', 'call_id', 'output'],
  ...['action', 'query', 'command', 'cmd', 'cwd', 'model', 'cli_version', 'turn_id', 'started_at'],
  ...['status', 'exit_code', 'aggregated_output', 'stdout', 'stderr', 'duration', 'secs', 'nanos'],
  ...['changes', 'success', 'invocation', 'server', 'tool', 'result', 'Ok', 'Err', 'isError'],
  ...['info', 'total_token_usage', 'last_token_usage', 'usage', 'thread_token_usage'],
  ...['input_tokens', 'output_tokens', 'error', 'reason', 'session_id', 'plan', 'step'],
  ...['internal_chat_message_metadata_passthrough', 'content_item_kinds', 'revised_prompt'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', '0', ''],
];
const WORDS = [
  ...['user', 'assistant', 'developer', 'same', 'c1', 'input_text', 'output_text', 'input_image'],
  ...['exec_command', 'write_stdin', 'update_plan', 'view_image', 'spawn_agent', 'apply_patch'],
  ...['Plan updated', '{"session_id":7}', '{"cmd":"ls"}', '{"plan":[{"step":"a"}]}', 'user.text'],
  ...['Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\nx', '*** Begin Patch'],
  ...['Wall time: 1 seconds\nProcess exited with code 1\nOutput:\nx', 'aborted by user'],
  ...[
    '<environment_context>',
    '<image name=x>',
    '__proto__',
    'constructor',
    '\ud800',
    '\u2028',
    '',
  ],
];

/** JSON that looks like Codex's here and there and is wrong everywhere. */
const hostileRecord = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(...WORDS, ...NAMES),
    fc.constantFrom(null, true, false, 0, 7, -1, 1e308, 2 ** 53, 0.5, -0),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('record'),
  ),
  record: fc
    .array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 8 })
    .map((entries) => Object.fromEntries(entries)),
})).record;

/** The same inside a frame that one of the rules reads. */
const framedRecord = fc.tuple(fc.constantFrom(...NAMES), hostileRecord).map(([name, record]) => {
  const body: JsonObject = isJsonObject(record) ? record : {};
  const [frame = '', type, item] = name.split('/');
  if (item !== undefined) return framed(frame, { type, item: { ...body, type: item } });
  if (frame === 'bare') return { ...body, type };
  return framed(frame, type === undefined ? body : { ...body, type });
});

function framed(type: string, payload: JsonObject): JsonObject {
  return { timestamp: '2026-01-01T00:00:00.000Z', type, payload };
}

test('any record is answered, and what it becomes is of the language', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(hostileRecord, framedRecord), { maxLength: 12 }), (records) => {
      const interpreter = createCodexSaved();
      const events = [
        ...records.flatMap((record) => {
          // As it would come out of a file: `__proto__` is a key like any other there.
          const parsed: unknown = JSON.parse(JSON.stringify(record));
          return isJsonObject(parsed) ? interpreter.push(parsed).events : [];
        }),
        ...interpreter.flush(),
      ];
      for (const event of events) {
        expect(parseEvent(event)).toMatchObject({ ok: true });
        expect(encodeEvent(event).endsWith('\n')).toBe(true);
      }
      expect(() => reduce(events)).not.toThrow();
    }),
    { numRuns: 2000 },
  );
});

test('a record nested ten thousand deep is no trouble', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const payloads = [
    `{"type":"stream_error","message":${deep}}`,
    `{"type":"error","message":${deep}}`,
    `{"type":"mcp_tool_call_end","call_id":"a","result":{"Ok":{"content":${deep}}}}`,
    `{"type":"patch_apply_end","call_id":"b","changes":${deep}}`,
    `{"type":"item_completed","item":{"type":"UserMessage","content":${deep}}}`,
  ];
  const items = [
    `{"type":"message","role":"user","content":${deep}}`,
    `{"type":"function_call","name":"echo","arguments":${deep},"call_id":"c"}`,
    `{"type":"function_call_output","call_id":"c","output":${deep}}`,
  ];
  const lines = [
    ...payloads.map((payload) => `{"type":"event_msg","payload":${payload}}`),
    ...items.map((payload) => `{"type":"response_item","payload":${payload}}`),
  ];
  for (const event of translate([lines.join('\n')])) {
    expect(encodeEvent(event)).toContain('"type"');
  }
});

test('a turn of a hundred thousand texts without twins takes no more than its share of time', () => {
  const interpreter = createCodexSaved();
  const heard = (text: string) => ({
    type: 'event_msg',
    payload: { type: 'agent_message', message: text },
  });
  let emitted = 0;
  for (let index = 0; index < 100_000; index++) {
    emitted += interpreter.push(heard(index % 2 === 0 ? 'same' : `${index}`)).events.length;
  }
  expect(emitted).toBeGreaterThan(90_000);
  expect(emitted + interpreter.flush().length).toBe(100_000);
});
