import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { createEventDecoder } from '../ndjson/event-decoder.js';
import { createLineFramer, type Frame } from './line-framer.js';

const recordingsFolder = fileURLToPath(new URL('../../../testkit/recordings', import.meta.url));
const recordings = readdirSync(recordingsFolder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.jsonl'),
);

/** Cuts at the given positions; positions beyond the end, or twice the same, make empty chunks. */
function cutAt<Sliceable extends { length: number; slice(from: number, to?: number): Sliceable }>(
  whole: Sliceable,
  cuts: readonly number[],
): Sliceable[] {
  const positions = [...cuts.map((cut) => cut % (whole.length + 1))].sort((a, b) => a - b);
  return [0, ...positions].map((from, index) =>
    whole.slice(from, positions[index] ?? whole.length),
  );
}

function frame(chunks: readonly (string | Uint8Array)[], maxLineBytes: number): Frame[] {
  const framer = createLineFramer({ maxLineBytes });
  return [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.flush()];
}

function decode(chunks: readonly (string | Uint8Array)[]) {
  const decoder = createEventDecoder();
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.flush()];
}

/** How often each recording is cut into pieces. */
const CUTTINGS = inject('isDeep') ? 10 : 3;

const cuts = fc.array(fc.nat(), { maxLength: 40 });
const bound = fc.constantFrom(1, 2, 3, 4, 5, 64, 1000, 16 * 1024 * 1024);

/** What the lines must be, found in the simplest way that can be. */
function plainLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => line.trim() !== '');
}

test('there are recordings to test with', () => {
  expect(recordings.length).toBeGreaterThan(100);
});

test.for(recordings)('any chunking of %s gives the same lines and events', (path, { task }) => {
  task.meta.count = CUTTINGS;
  const bytes = new Uint8Array(readFileSync(`${recordingsFolder}/${path}`));
  const text = new TextDecoder().decode(bytes);
  const whole = decode([bytes]);
  const framedWhole = frame([bytes], 16 * 1024 * 1024);
  expect(framedWhole.map((found) => found.kind === 'line' && found.text)).toEqual(plainLines(text));
  fc.assert(
    fc.property(cuts, (positions) => {
      expect(decode(cutAt(bytes, positions))).toEqual(whole);
      expect(decode(cutAt(text, positions))).toEqual(whole);
    }),
    { numRuns: CUTTINGS },
  );
});

test('any chunking of a recording full of wide characters, byte by byte too, gives the same lines', () => {
  const path = recordings.find((name) => name.endsWith('unicode.stdout.jsonl')) ?? '';
  const bytes = new Uint8Array(readFileSync(`${recordingsFolder}/${path}`));
  expect(bytes.some((byte) => byte > 127)).toBe(true);
  const single = [...bytes].map((byte) => Uint8Array.of(byte));
  expect(decode(single)).toEqual(decode([bytes]));
  const units = new TextDecoder().decode(bytes).split('');
  expect(decode(units)).toEqual(decode([bytes]));
});

test('any chunking of any bytes gives the same frames, whatever the bound', () => {
  const byte = fc.oneof(
    fc.constantFrom(10, 13, 0xe2, 0x82, 0xac, 0xf0, 0xef, 0xbb, 0xbf),
    fc.nat(255),
  );
  const bytes = fc.array(byte, { maxLength: 300 }).map((values) => Uint8Array.from(values));
  fc.assert(
    fc.property(bytes, cuts, bound, (whole, positions, maxLineBytes) => {
      expect(frame(cutAt(whole, positions), maxLineBytes)).toEqual(frame([whole], maxLineBytes));
    }),
    { numRuns: 2000 },
  );
});

test('any chunking of any string gives the same frames as the string whole', () => {
  const unit = fc.oneof(
    fc.constantFrom('\n', '\r', '\ud83d', '\ude00', '\ufeff', 'é', '{'),
    fc.string(),
  );
  const string = fc.array(unit, { maxLength: 60 }).map((units) => units.join(''));
  fc.assert(
    fc.property(string, cuts, bound, (whole, positions, maxLineBytes) => {
      expect(frame(cutAt(whole, positions), maxLineBytes)).toEqual(frame([whole], maxLineBytes));
    }),
    { numRuns: 2000 },
  );
});

/** The frames of a whole stream, found line by line: a mark, `\n` and `\r\n` are no part of a line. */
function plainFrames(stream: string, maxLineBytes: number): Frame[] {
  const lines = stream.replace(/^\ufeff/, '').split('\n');
  return lines.flatMap((given, index): Frame[] => {
    const line = index + 1;
    const terminated = line < lines.length;
    const text = terminated ? given.replace(/\r$/, '') : given;
    const bytes = new TextEncoder().encode(text).length;
    if (bytes > maxLineBytes) return [{ kind: 'skipped', line, bytes }];
    return /^[\t\r ]*$/.test(text) ? [] : [{ kind: 'line', line, text, terminated }];
  });
}

test('what ends a line and the mark of a stream never count towards the bound, at any chunking', () => {
  const unit = fc.constantFrom('\r\n', '\r\n', '\n', '\r', '\ufeff', 'a', 'bcd', 'é');
  const stream = fc.array(unit, { maxLength: 30 }).map((units) => units.join(''));
  fc.assert(
    fc.property(stream, cuts, fc.integer({ min: 1, max: 8 }), (whole, positions, maxLineBytes) => {
      const bytes = new TextEncoder().encode(whole);
      const expected = plainFrames(whole, maxLineBytes);
      expect(frame([bytes], maxLineBytes)).toEqual(expected);
      expect(frame(cutAt(bytes, positions), maxLineBytes)).toEqual(expected);
      expect(
        frame(
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
          maxLineBytes,
        ),
      ).toEqual(expected);
    }),
    { numRuns: 3000 },
  );
});
