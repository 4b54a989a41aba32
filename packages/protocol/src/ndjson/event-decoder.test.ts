import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleEvents } from '../reference/events-page.js';
import { encodeEvent } from './encode-event.js';
import { createEventDecoder } from './event-decoder.js';

function decode(text: string, maxLineBytes = 1000) {
  const decoder = createEventDecoder({ maxLineBytes });
  const lines = [...decoder.push(text), ...decoder.flush()];
  return { lines, counts: decoder.counts() };
}

test('gives back every event that was encoded', () => {
  const events = exampleEvents();
  const { lines, counts } = decode(events.map(encodeEvent).join(''));
  expect(lines.map((line) => line.kind === 'event' && line.event)).toEqual(events);
  expect(counts.events).toBe(events.length);
});

test('gives back any text unharmed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (content) => {
      const line = encodeEvent({ type: 'message', role: 'assistant', content });
      const [decoded] = decode(line, 100_000).lines;
      expect(decoded).toMatchObject({ kind: 'event', event: { content } });
    }),
  );
});

test('answers for every line that is not blank', () => {
  const { lines, counts } = decode(
    [
      '{"type":"ping"}',
      'warming up',
      '',
      '[1]',
      '{"type":"hologram","depth":3}',
      '{"type":"stderr"}',
    ]
      .concat(`"${'x'.repeat(1000)}"`, '{"type":"en')
      .join('\n'),
  );
  expect(lines).toEqual([
    { kind: 'event', line: 1, event: { type: 'ping' } },
    { kind: 'rejected', reason: 'not_json', line: 2, excerpt: 'warming up' },
    { kind: 'rejected', reason: 'not_object', line: 4, excerpt: '[1]' },
    {
      kind: 'rejected',
      reason: 'unknown_type',
      line: 5,
      excerpt: '{"type":"hologram","depth":3}',
      value: { type: 'hologram', depth: 3 },
    },
    {
      kind: 'rejected',
      reason: 'invalid',
      line: 6,
      excerpt: '{"type":"stderr"}',
      value: { type: 'stderr' },
      issues: [expect.stringMatching(/^content: /)],
    },
    { kind: 'rejected', reason: 'too_long', line: 7, excerpt: '', bytes: 1002 },
    { kind: 'rejected', reason: 'torn', line: 8, excerpt: '{"type":"en' },
  ]);
  expect(counts).toEqual({
    events: 1,
    rejected: { not_json: 1, not_object: 1, unknown_type: 1, invalid: 1, too_long: 1, torn: 1 },
  });
});

test('takes a last line without a newline when it is whole', () => {
  expect(decode('{"type":"ping"}').lines).toMatchObject([{ kind: 'event' }]);
});

test('shows only the beginning of a line it refuses', () => {
  const [line] = decode('x'.repeat(900)).lines;
  expect(line).toMatchObject({ excerpt: 'x'.repeat(200) });
});

test('keeps fields it does not know, __proto__ among them, harmless', () => {
  const text = '{"type":"ping","__proto__":{"seq":"x"},"mood":"bright"}';
  const [line] = decode(text).lines;
  expect(line?.kind === 'event' && JSON.stringify(line.event)).toBe(text);
  expect(line?.kind === 'event' && line.event.seq).toBeUndefined();
});
