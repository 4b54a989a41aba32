import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseParser, type SseEvent, type SseParserOptions } from './sse-parser.js';

function parse(chunks: readonly Buffer[], options: Partial<SseParserOptions> = {}): SseEvent[] {
  const events: SseEvent[] = [];
  const parser = createSseParser({ onEvent: (event) => events.push(event), ...options });
  for (const chunk of chunks) parser.push(chunk);
  parser.flush();
  return events;
}

test('reads names, data of several lines, comments and both line endings', () => {
  const text = ': hi\n\nevent: a\ndata: 1\ndata:2\n\nid: 7\r\ndata: ü\r\n\r\nretry: 5\n\ndata\n\n';
  expect(parse([Buffer.from(text)])).toEqual([
    { event: 'a', data: '1\n2' },
    { data: 'ü' },
    { data: '' },
  ]);
});

test('an event without its blank line is incomplete and not reported', () => {
  expect(parse([Buffer.from('data: 1\n\ndata: 2\n')])).toEqual([{ data: '1' }]);
});

test('an event without its blank line is reported to who asks for it', () => {
  const chunks = [Buffer.from('data: 1\n\ndata: 2')];
  expect(parse(chunks, { reportUnfinished: true })).toEqual([{ data: '1' }, { data: '2' }]);
});

test('carriage returns alone end lines too, and a byte order mark is no part of the first', () => {
  expect(parse([Buffer.from('\ufeffdata: 1\r\rdata: 2\r\r')])).toEqual([
    { data: '1' },
    { data: '2' },
  ]);
});

test('an event over the bound is skipped and said so, and the stream goes on', () => {
  let oversized = 0;
  const events = parse(
    ['data: ', 'x'.repeat(60), 'x'.repeat(60), '\n\n', 'data: ok\n\n'].map((part) =>
      Buffer.from(part),
    ),
    {
      maxEventBytes: 100,
      onOversized: () => {
        oversized += 1;
      },
    },
  );
  expect(events).toEqual([{ data: 'ok' }]);
  expect(oversized).toBe(1);
});

test('only events that hold the wanted mark are reported', () => {
  const chunks = [Buffer.from('data: a\n\ndata: "usage":1\n\n')];
  expect(parse(chunks, { containing: '"usage' })).toEqual([{ data: '"usage":1' }]);
});

test('any cut into chunks gives the same events', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, '')}`),
    fc.constantFrom('', 'event: delta', ': note', 'data', 'id: 1'),
  );
  fc.assert(
    fc.property(
      fc.array(line),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(500)),
      (lines, ending, cuts) => {
        const bytes = Buffer.from(lines.map((text) => text + ending).join(''));
        const at = [0, ...cuts.filter((cut) => cut < bytes.length), bytes.length];
        at.sort((left, right) => left - right);
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(parse(chunks)).toEqual(parse([bytes]));
      },
    ),
  );
});
