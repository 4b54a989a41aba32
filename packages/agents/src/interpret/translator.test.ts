import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Interpreter } from './interpreter.js';
import { textAt } from './json-fields.js';
import { createTranslator, type TranslatorOptions } from './translator.js';

/** Understands `say`, knows `noise`, and says goodbye. */
function createParrot(): Interpreter {
  return {
    push(record: JsonObject) {
      const native = textAt(record, 'type') ?? 'nameless';
      if (native === 'say') {
        const content = textAt(record, 'text') ?? '';
        return { native, disposition: 'mapped', events: [{ type: 'stderr', content }] };
      }
      return { native, disposition: native === 'noise' ? 'metadata' : 'unknown', events: [] };
    },
    flush: () => [{ type: 'stderr', content: 'bye' }],
  };
}

function translate(chunks: readonly (string | Uint8Array)[], options: TranslatorOptions = {}) {
  const translator = createTranslator(createParrot(), options);
  const events: DragomanEvent[] = chunks.flatMap((chunk) => translator.push(chunk));
  events.push(...translator.flush());
  return { events, stats: translator.stats() };
}

const LINES = [
  '{"type":"say","text":"grüß dich 世界"}',
  '{"type":"noise"}',
  '',
  '{"type":"hologram","depth":3}',
  'Killed',
  '[1]',
];
const TEXT = `${LINES.join('\n')}\n`;

test('gives the events of every record, and what was held back at the end', () => {
  expect(translate([TEXT]).events).toEqual([
    { type: 'stderr', content: 'grüß dich 世界' },
    { type: 'stderr', content: 'bye' },
  ]);
});

test('counts what became of every line', () => {
  const { stats } = translate([TEXT]);
  expect(stats).toMatchObject({
    lines: 5,
    dispositions: { mapped: 1, metadata: 1, unknown: 1 },
    malformed: 2,
    tooLong: 0,
    torn: false,
  });
  expect([...stats.natives]).toEqual([
    ['say', { disposition: 'mapped', count: 1 }],
    ['noise', { disposition: 'metadata', count: 1 }],
    ['hologram', { disposition: 'unknown', count: 1 }],
  ]);
});

test('emits what no rule covers on request', () => {
  expect(translate([TEXT], { raw: true }).events.filter(({ type }) => type === 'raw')).toEqual([
    { type: 'raw', native: { type: 'hologram', depth: 3 }, reason: 'no rule for hologram' },
    { type: 'raw', native: 'Killed', reason: 'not JSON' },
    { type: 'raw', native: '[1]', reason: 'not an object' },
  ]);
});

test('reads a last line without a newline, and knows one that was cut off', () => {
  expect(translate(['{"type":"say","text":"end"}']).events).toContainEqual({
    type: 'stderr',
    content: 'end',
  });
  expect(translate(['{"type":"say","te']).stats).toMatchObject({ malformed: 1, torn: true });
});

test('leaves out a line over the bound, counts it, says so, and reads on', () => {
  const { events, stats } = translate([`${'x'.repeat(99)}\n{"type":"say","text":"a"}\n`], {
    maxLineBytes: 50,
  });
  expect(stats).toMatchObject({ lines: 2, tooLong: 1 });
  const message = 'A line of 99 bytes is longer than can be read and was left out.';
  expect(events.slice(0, 2)).toEqual([
    { type: 'error', message, fatal: false, code: 'line_too_long' },
    { type: 'stderr', content: 'a' },
  ]);
});

test('gives the same for any split of the bytes', () => {
  const bytes = new TextEncoder().encode(TEXT);
  const whole = translate([bytes], { raw: true });
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
      const positions = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = positions.slice(1).map((end, index) => bytes.subarray(positions[index], end));
      expect(translate(chunks, { raw: true })).toEqual(whole);
    }),
  );
});

test('reads a document over many lines as one record', () => {
  const say = { type: 'say', text: 'all at once', more: { of: ['it'] } };
  const { events, stats } = translate([JSON.stringify(say, undefined, 2)]);
  expect(events).toContainEqual({ type: 'stderr', content: 'all at once' });
  expect(stats).toMatchObject({ lines: 1, dispositions: { mapped: 1 }, malformed: 0 });
});

test('a stray brace at the beginning costs no record', () => {
  const { events, stats } = translate([`{\n${TEXT}`]);
  expect(events).toContainEqual({ type: 'stderr', content: 'grüß dich 世界' });
  expect(stats).toMatchObject({ lines: 6, malformed: 3 });
});

test('counts the records within a record instead of it, and emits those that no rule covers', () => {
  const parts = [
    { native: 'box/say', disposition: 'mapped', record: {} },
    { native: 'box/hologram', disposition: 'unknown', record: { depth: 3 } },
  ] as const;
  const box: Interpreter = {
    push: () => ({ native: 'box', disposition: 'mapped', events: [], parts }),
    flush: () => [],
  };
  const translator = createTranslator(box, { raw: true });
  expect(translator.push('{}\n')).toEqual([
    { type: 'raw', native: { depth: 3 }, reason: 'no rule for box/hologram' },
  ]);
  expect([...translator.stats().natives.keys()]).toEqual(['box/say', 'box/hologram']);
});

test('a sort of record that a rule reads and one that it cannot are counted each', () => {
  const pickyInterpreter: Interpreter = {
    push: ({ say }) => ({
      native: 'say',
      disposition: typeof say === 'string' ? 'mapped' : 'unknown',
      events: [],
    }),
    flush: () => [],
  };
  const translator = createTranslator(pickyInterpreter);
  translator.push('{"say":"a"}\n{"say":5}\n{"say":"b"}\n{"say":6}\n');
  expect(translator.stats().dispositions).toEqual({ mapped: 2, metadata: 0, unknown: 2 });
  expect([...translator.stats().unknown]).toEqual([['say', 2]]);
});
