import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDiagnosticReader, createStderrEvents } from './read-process.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('emits whole lines, wherever a chunk ends', () => {
  const events = createStderrEvents();
  expect(events.push(bytes('half a '))).toEqual([]);
  expect(events.push(bytes('line\nanother\nand'))).toEqual([
    { type: 'stderr', content: 'half a line\nanother\n' },
  ]);
  expect(events.flush()).toEqual([{ type: 'stderr', content: 'and\n' }]);
});

test('a flood is cut off, and said to be', () => {
  const events = createStderrEvents();
  const line = `${'x'.repeat(9999)}\n`;
  let seen = 0;
  for (let count = 0; count < 1000; count += 1) {
    for (const { content } of events.push(bytes(line))) seen += content.length;
  }
  expect(seen).toBeGreaterThan(1_000_000);
  expect(seen).toBeLessThan(1_100_000);
  expect(events.flush()).toEqual([
    { type: 'stderr', content: `[${10_000_000 - seen} more characters of stderr were left out]\n` },
  ]);
});

test('a line without an end is held no longer than is sensible', () => {
  const events = createStderrEvents();
  for (let count = 0; count < 100; count += 1)
    expect(events.push(bytes('y'.repeat(10_000)))).toEqual([]);
  expect(events.flush()).toEqual([{ type: 'stderr', content: '[a line too long to show]\n' }]);
});

test('what a line says, and its position, are the same wherever chunks end', () => {
  const text = 'one\n\ntwo\nthree\nfour';
  const saidIn = (chunks: readonly string[]) => {
    const events = createStderrEvents();
    const said = createDiagnosticReader((line, position) => [{ type: 'raw', line, position }]);
    const pieces = chunks.flatMap((chunk) => events.push(bytes(chunk)));
    return [...pieces, ...events.flush()].flatMap(({ content }) => said(content));
  };
  const whole = saidIn([text]);
  expect(whole).toContainEqual({ type: 'raw', line: 'four', position: whole.length });
  const cuts = fc.array(fc.nat(text.length)).map((ends) => ends.sort((one, other) => one - other));
  fc.assert(
    fc.property(cuts, (ends) => {
      const chunks = [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
      expect(saidIn(chunks)).toEqual(whole);
    }),
  );
});
