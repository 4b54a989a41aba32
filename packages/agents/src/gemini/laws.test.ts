import { encodeEvent, isJsonObject, parseEvent, reduce } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAt } from '../../test-inputs/cut-at.js';
import { hostileRecord } from '../../test-inputs/hostile-record.js';
import type { View } from '../interpret/interpreter.js';
import { createTranslator } from '../interpret/translator.js';
import { createGeminiLive, geminiLiveRules } from './live.js';
import { createGeminiSaved, geminiSavedRules } from './saved.js';

const recorded = recordings().filter(({ agent }) => agent === 'gemini');
const create = { live: createGeminiLive, saved: createGeminiSaved };
const views: View[] = ['live', 'saved'];

function translate(view: View, chunks: readonly (Uint8Array | string)[]) {
  const translator = createTranslator(create[view](), { raw: true });
  return [...chunks.flatMap((chunk) => translator.push(chunk)), ...translator.flush()];
}

describe.each(
  recorded.map((one) => [`${one.version} ${one.scenario} (${one.view})`, one] as const),
)('%s', (_, { view, bytes }) => {
  test('gives the same events with the same ids in any chunking', () => {
    const whole = translate(view, [bytes()]);
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (cuts) => {
        expect(translate(view, cutAt(bytes(), cuts))).toEqual(whole);
      }),
      { numRuns: 3 },
    );
  });

  test('gives only events of the language, and leaves nothing out', () => {
    const events = translate(view, [bytes()]);
    for (const event of events) expect(parseEvent(event)).toMatchObject({ ok: true });
    expect(events.filter(({ type }) => type === 'raw')).toEqual([]);
  });
});

test.each(recorded.filter(({ view }) => view === 'saved'))(
  'every event of the file of $version $scenario has its time',
  ({ bytes }) => {
    for (const event of translate('saved', [bytes()])) expect(event.ts).toBeTypeOf('string');
  },
);

test('a text and a thought never share an id, and the pieces of an id have one author', () => {
  for (const { view, bytes } of recorded) {
    const authors = new Map<string, string>();
    for (const event of translate(view, [bytes()])) {
      if (event.type !== 'message' && event.type !== 'reasoning') continue;
      if (event.delta === true) expect(event.id).toBeTypeOf('string');
      if (event.id === undefined) continue;
      const author = event.type === 'message' ? event.role : 'thought';
      expect(authors.get(event.id) ?? author).toBe(author);
      authors.set(event.id, author);
    }
  }
});

const KEYS = {
  live: [
    ...[
      'type',
      'timestamp',
      'session_id',
      'model',
      'role',
      'content',
      'delta',
      'tool_id',
      'status',
    ],
    ...['tool_name', 'parameters', 'output', 'error', 'message', 'severity', 'stats', 'models'],
    ...['total_tokens', 'input_tokens', 'output_tokens', 'cached', 'response', 'todos', 'command'],
    ...['description', 'file_path', 'prompt', 'tokens'],
  ],
  saved: [
    ...['id', 'timestamp', 'type', 'content', 'displayContent', 'sessionId', 'projectHash', 'kind'],
    ...['messages', '$set', '$rewindTo', 'directories', 'thoughts', 'subject', 'description'],
    ...[
      'tokens',
      'input',
      'output',
      'cached',
      'tool',
      'total',
      'model',
      'toolCalls',
      'name',
      'args',
    ],
    ...[
      'result',
      'status',
      'resultDisplay',
      'displayName',
      'functionResponse',
      'response',
      'error',
    ],
    ...[
      'parts',
      'text',
      'thought',
      'inlineData',
      'mimeType',
      'data',
      'fileDiff',
      'fileName',
      'todos',
    ],
    ...[
      'terminateReason',
      'startTime',
      'command',
      'file_path',
      'old_string',
      'new_string',
      'prompt',
    ],
  ],
};
const WORDS = {
  live: [
    ...Object.keys(geminiLiveRules),
    ...[
      'user',
      'assistant',
      'success',
      'error',
      'warning',
      'a',
      'run_shell_command',
      'write_todos',
    ],
    ...[
      'Loop detected',
      'Command exited with code: 1',
      'Command was cancelled by user before it could ',
    ],
  ],
  saved: [
    ...['user', 'gemini', 'info', 'warning', 'error', 'a', 'b', 'success', 'cancelled', 'subagent'],
    ...['run_shell_command', 'read_file', 'replace', 'write_todos', 'invoke_agent', 'mcp_a_b'],
    ...[
      '<session_context>',
      '<untrusted_context>\n',
      'Output: x\nExit Code: 1',
      'image/png',
      'aGk=',
    ],
    ...['\n--- Content from referenced files ---', '[API Error: x]', 'Request cancelled.'],
    ...['Got it. Thanks for the additional context!', 'Output too large. Showing first ', 'GOAL'],
    ...['Command: x\nDirectory: y\nOutput: z', 'echo (demo MCP Server)', '[Operation Cancelled]'],
  ],
};

/** The same inside a record that one of the rules reads. */
function framed(view: View) {
  const names = Object.keys(view === 'live' ? geminiLiveRules : geminiSavedRules);
  return fc
    .tuple(fc.constantFrom(...names), hostileRecord(KEYS[view], WORDS[view]))
    .map(([name, record]) => {
      if (name.startsWith('$set')) return { $set: record };
      if (name === 'header') return { ...record, sessionId: 's' };
      const [frame, type = frame] = name.split('/');
      return frame === 'message' ? { id: 'a', ...record, type } : { ...record, type };
    });
}

test.each(views)(
  'any record is answered in the %s view, and can be written and reduced',
  (view) => {
    const record = fc.oneof(hostileRecord(KEYS[view], WORDS[view]), framed(view));
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const interpreter = create[view]();
        const read = records.flatMap((one) => {
          // As it would come off the wire: `__proto__` is a key like any other there.
          const parsed: unknown = JSON.parse(JSON.stringify(one));
          return isJsonObject(parsed) ? interpreter.push(parsed).events : [];
        });
        const events = [...read, ...interpreter.flush()];
        for (const event of events) expect(encodeEvent(event).endsWith('\n')).toBe(true);
        expect(() => reduce(events)).not.toThrow();
      }),
      { numRuns: 2000 },
    );
  },
);

test('records nested ten thousand deep, and names out of the prototype, are no trouble', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const live = [
    `{"type":"tool_use","tool_id":"a","tool_name":"x","parameters":{"deep":${deep}}}`,
    `{"type":"tool_use","tool_id":"b","tool_name":"write_todos","parameters":{"todos":${deep}}}`,
    `{"type":"message","role":"user","content":${deep}}`,
    '{"type":"__proto__"}',
    '{"type":"constructor"}',
  ];
  const saved = [
    `{"id":"a","type":"gemini","content":"","toolCalls":[{"name":"x","args":{"a":${deep}},"result":${deep},"status":"success"}]}`,
    `{"id":"b","type":"user","content":${deep}}`,
    `{"$set":{"messages":${deep}}}`,
    '{"id":"c","type":"__proto__","content":"x"}',
  ];
  for (const [view, lines] of [
    ['live', live],
    ['saved', saved],
  ] as const) {
    for (const event of translate(view, [lines.join('\n')])) {
      expect(encodeEvent(event)).toContain('"type"');
    }
  }
});

test('a long list of messages, repeated again and again, is read in no time', () => {
  const messages = Array.from({ length: 2000 }, (_, index) => ({
    id: `m${index}`,
    type: 'gemini',
    model: 'm',
    content: 'x',
    toolCalls: [{ id: 'a', name: 'x', args: {}, status: 'success' }],
  }));
  const interpreter = createGeminiSaved();
  let events = 0;
  for (let time = 0; time < 200; time++)
    events += interpreter.push({ $set: { messages } }).events.length;
  expect(events).toBe(1 + 2000 * 3);
});
