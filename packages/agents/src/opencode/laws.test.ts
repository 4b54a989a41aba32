import { encodeEvent, isJsonObject, parseEvent, reduce } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAt } from '../../test-inputs/cut-at.js';
import { hostileRecord } from '../../test-inputs/hostile-record.js';
import type { View } from '../interpret/interpreter.js';
import { createTranslator } from '../interpret/translator.js';
import { createOpencodeLive, opencodeLiveRules } from './live.js';
import { createOpencodeSaved, opencodeSavedRules } from './saved.js';

const recorded = recordings().filter(({ agent }) => agent === 'opencode');
const create = { live: createOpencodeLive, saved: createOpencodeSaved };
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
    for (const event of events) expect(event.ts).toBeTypeOf('string');
  });
});

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

test('a document laid out over many lines gives the same events as one on a line', () => {
  const saved = recorded.find(({ view }) => view === 'saved');
  const line = Buffer.from(saved?.bytes() ?? []).toString('utf8');
  const laidOut = JSON.stringify(JSON.parse(line), undefined, 2);
  expect(translate('saved', [laidOut])).toEqual(translate('saved', [line]));
});

const KEYS = [
  ...['type', 'timestamp', 'sessionID', 'part', 'error', 'name', 'data', 'message', 'messageID'],
  ...['id', 'text', 'time', 'start', 'end', 'synthetic', 'ignored', 'metadata', 'reason', 'tokens'],
  ...['input', 'output', 'reasoning', 'cache', 'read', 'write', 'total', 'cost', 'tool', 'callID'],
  ...['state', 'status', 'title', 'exit', 'truncated', 'attachments', 'mime', 'url', 'filediff'],
  ...['diff', 'files', 'filePath', 'command', 'oldString', 'newString', 'todos', 'patchText'],
  ...['info', 'messages', 'parts', 'role', 'summary', 'completed', 'created', 'directory', 'model'],
  ...['providerID', 'modelID', 'version', 'prompt', 'questions', 'pattern', 'content', 'url'],
];
const WORDS = [
  ...Object.keys(opencodeLiveRules),
  ...Object.keys(opencodeSavedRules).map((name) => name.replace('part/', '')),
  ...['user', 'assistant', 'completed', 'error', 'running', 'pending', 'stop', 'tool-calls'],
  ...['bash', 'read', 'edit', 'write', 'todowrite', 'apply_patch', 'invalid', 'task', 'question'],
  ...['MessageAbortedError', 'ContextOverflowError', 'image/png', 'data:image/png;base64,aGk='],
  ...['*** Begin Patch\n*** Add File: a\n+a', 'Tool execution aborted', 'a', 'msg_a'],
];

/** The same inside a record that one of the rules reads. */
function framed(view: View) {
  const hostile = hostileRecord(KEYS, WORDS);
  if (view === 'live') {
    return fc
      .tuple(fc.constantFrom(...Object.keys(opencodeLiveRules)), hostile, hostile)
      .map(([type, record, inner]) => ({ ...record, type, part: inner, error: inner }));
  }
  const types = Object.keys(opencodeSavedRules).filter((name) => name.startsWith('part/'));
  const parts = fc
    .array(fc.tuple(fc.constantFrom(...types), hostile), { maxLength: 6 })
    .map((some) => some.map(([name, own]) => ({ ...own, type: name.slice('part/'.length) })));
  const message = fc
    .tuple(fc.constantFrom('user', 'assistant'), hostile, parts)
    .map(([role, info, own]) => ({ info: { ...info, role }, parts: own }));
  const document = fc
    .tuple(hostile, fc.array(fc.oneof(message, hostile), { maxLength: 4 }))
    .map(([info, messages]) => ({ info, messages }));
  return fc.oneof(message, document);
}

test.each(views)(
  'any record is answered in the %s view, and can be written and reduced',
  (view) => {
    const record = fc.oneof(hostileRecord(KEYS, WORDS), framed(view));
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), (records) => {
        const interpreter = create[view]();
        const read = records.flatMap((one) => {
          // As it would come off the wire: `__proto__` is a key like any other there.
          const parsed: unknown = JSON.parse(JSON.stringify(one));
          return isJsonObject(parsed) ? interpreter.push(parsed).events : [];
        });
        const events = [...read, ...interpreter.flush()];
        for (const event of events) {
          expect(encodeEvent(event).endsWith('\n')).toBe(true);
          expect(parseEvent(event)).toMatchObject({ ok: true });
        }
        expect(() => reduce(events)).not.toThrow();
      }),
      { numRuns: 1500 },
    );
  },
);

test('records nested ten thousand deep, and names out of the prototype, are no trouble', () => {
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const state = `{"status":"completed","input":{"a":${deep}},"output":${deep},"metadata":{"files":${deep}}}`;
  const call = `{"type":"tool","id":"p","callID":"c","tool":"bash","state":${state}}`;
  const lines = {
    live: [
      `{"type":"tool_use","part":${call}}`,
      `{"type":"text","part":{"text":${deep}}}`,
      `{"type":"error","error":{"name":${deep}}}`,
      '{"type":"__proto__"}',
      '{"type":"constructor","part":{}}',
    ],
    saved: [
      `{"info":{"role":"assistant"},"parts":[${call},{"type":"__proto__"},${deep}]}`,
      `{"info":{"role":"__proto__"},"parts":[]}`,
      `{"info":{},"messages":${deep}}`,
    ],
  };
  for (const view of views) {
    for (const event of translate(view, [lines[view].join('\n')])) {
      expect(encodeEvent(event)).toContain('"type"');
    }
  }
});

test('a message of very many attempts is read in no time', () => {
  const part = (type: string, index: number) => ({ type, id: `p${index}`, text: `${index}.` });
  const parts = Array.from({ length: 50_000 }, (_, index) => [
    part('step-start', index),
    part('text', index),
  ]).flat();
  const saved = createOpencodeSaved().push({ info: { role: 'assistant' }, parts });
  expect(saved.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  const live = createOpencodeLive();
  let events = 0;
  for (const own of parts) {
    const type = own.type === 'text' ? 'text' : 'step_start';
    events += live.push({ type, part: { ...own, messageID: 'm' } }).events.length;
  }
  expect(events + live.flush().length).toBe(4);
});
