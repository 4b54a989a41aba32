import { describe, expect, test } from 'vitest';
import { createLineFramer, type Frame } from './line-framer.js';

const utf8 = new TextEncoder();

function frame(chunks: readonly (string | Uint8Array)[], maxLineBytes?: number): Frame[] {
  const framer = createLineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
  return [...chunks.flatMap((chunk) => framer.push(chunk)), ...framer.flush()];
}

function texts(frames: readonly Frame[]): string[] {
  return frames.map((found) => (found.kind === 'line' ? found.text : `skipped ${found.bytes}`));
}

describe('lines', () => {
  test('end with a newline, with or without a carriage return', () => {
    expect(texts(frame(['a\nb\r\nc\r', '\nd\n']))).toEqual(['a', 'b', 'c', 'd']);
  });

  test('keep a carriage return inside', () => {
    expect(texts(frame(['a\rb\n']))).toEqual(['a\rb']);
  });

  test('that are blank are left out, but counted in the line numbers', () => {
    expect(frame(['\n  \r\na\n\t\n\nb\n'])).toEqual([
      { kind: 'line', line: 3, text: 'a', terminated: true },
      { kind: 'line', line: 6, text: 'b', terminated: true },
    ]);
  });

  test('of other signs that show as nothing are not blank', () => {
    expect(texts(frame(['a\n\ufeff\n \ufeff\n\u00a0\n']))).toEqual([
      'a',
      '\ufeff',
      ' \ufeff',
      '\u00a0',
    ]);
  });

  test('without a newline at the end come at flush, marked', () => {
    expect(frame(['a\nb'])).toEqual([
      { kind: 'line', line: 1, text: 'a', terminated: true },
      { kind: 'line', line: 2, text: 'b', terminated: false },
    ]);
  });

  test('come as soon as they are complete', () => {
    const framer = createLineFramer();
    expect(framer.push('{"a"')).toEqual([]);
    expect(texts(framer.push(':1}\n{"b"'))).toEqual(['{"a":1}']);
    expect(texts(framer.flush())).toEqual(['{"b"']);
    expect(framer.flush()).toEqual([]);
  });
});

describe('characters', () => {
  test('survive a cut inside their bytes', () => {
    const bytes = utf8.encode('é€😀\n');
    expect(texts(frame([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(['é€😀']);
  });

  test('survive a cut between two strings, inside a surrogate pair', () => {
    expect(texts(frame(['😀'.slice(0, 1), '😀'.slice(1), '\n']))).toEqual(['😀']);
    expect(texts(frame(['a\ud83d', '', '\ude00b']))).toEqual(['a😀b']);
  });

  test('that are half are replaced, not joined with bytes', () => {
    expect(texts(frame(['\ud83d', utf8.encode('a\n')]))).toEqual(['\ufffda']);
    expect(texts(frame(['\ud83d']))).toEqual(['\ufffd']);
  });

  test('that are broken are replaced within their line', () => {
    expect(texts(frame([Uint8Array.of(0xe2, 0x82, 10, 0xff, 10)]))).toEqual(['\ufffd', '\ufffd']);
  });

  test('drop a byte order mark only at the start of the stream', () => {
    expect(texts(frame(['\ufeffa\n\ufeffb\n']))).toEqual(['a', '\ufeffb']);
    expect(texts(frame([Uint8Array.of(0xef), Uint8Array.of(0xbb, 0xbf, 97)]))).toEqual(['a']);
  });
});

describe('a line over the bound', () => {
  const atBound = 'x'.repeat(10);
  const overBound = 'x'.repeat(11);

  test('is skipped with its size, and the stream goes on', () => {
    expect(frame([`a\n${overBound}\nb\n`], 10)).toEqual([
      { kind: 'line', line: 1, text: 'a', terminated: true },
      { kind: 'skipped', line: 2, bytes: 11 },
      { kind: 'line', line: 3, text: 'b', terminated: true },
    ]);
  });

  test('is measured in bytes, and one at the bound is kept', () => {
    expect(texts(frame([`${atBound}\n`, `${'é'.repeat(5)}\n`, `${'é'.repeat(6)}\n`], 10))).toEqual([
      atBound,
      'ééééé',
      'skipped 12',
    ]);
  });

  test('is measured without the carriage return that ends it', () => {
    expect(texts(frame(['abcd\r\nabcd\r', '\nabcde\r\nabcd', '\r\n'], 4))).toEqual([
      'abcd',
      'abcd',
      'skipped 5',
      'abcd',
    ]);
    expect(texts(frame([...'abcd\r\nabcde\r\n'], 4))).toEqual(['abcd', 'skipped 5']);
  });

  test('is measured with a carriage return that ends nothing', () => {
    expect(texts(frame(['ab\rc\n', 'abc\r\r\n', 'abcd\r'], 3))).toEqual([
      'skipped 4',
      'skipped 4',
      'skipped 5',
    ]);
  });

  test('is measured without the byte order mark of the stream', () => {
    expect(texts(frame(['\ufeffabcd\r\n\ufeffab\n'], 4))).toEqual(['abcd', 'skipped 5']);
    expect(texts(frame(['\ufeffabcde\n'], 4))).toEqual(['skipped 5']);
  });

  test('is reported once, however it is cut, also at the end of the stream', () => {
    expect(texts(frame([...overBound, '\n', ...overBound], 10))).toEqual([
      'skipped 11',
      'skipped 11',
    ]);
  });

  test('is not held in memory while it streams', () => {
    const framer = createLineFramer({ maxLineBytes: 1024 });
    const chunk = new Uint8Array(1024 * 1024).fill(120);
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 256; count++) framer.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    expect(framer.push('\n')).toEqual([{ kind: 'skipped', line: 1, bytes: 256 * 1024 * 1024 }]);
  });

  test('has a bound that makes sense, or the framer is not made', () => {
    for (const maxLineBytes of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => createLineFramer({ maxLineBytes })).toThrowError(/maxLineBytes must be/);
    }
  });
});

test('a chunk may be reused by the caller after it was pushed', () => {
  const framer = createLineFramer();
  const chunk = utf8.encode('abc');
  framer.push(chunk);
  chunk.fill(120);
  expect(texts(framer.push('\n'))).toEqual(['abc']);
});

test('a line of 4 MB that comes byte by byte takes linear time', () => {
  const timeFor = (bytes: number): number => {
    const framer = createLineFramer();
    const byte = Uint8Array.of(120);
    const start = performance.now();
    for (let count = 0; count < bytes; count++) framer.push(byte);
    expect(framer.flush()).toHaveLength(1);
    return performance.now() - start;
  };
  timeFor(200_000);
  // Sixteen times the bytes: quadratic time would be 256 times as long.
  expect(timeFor(4_000_000)).toBeLessThan(64 * Math.max(timeFor(250_000), 5));
});

test('many lines in one huge chunk are all found', () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index} é`);
  expect(texts(frame([utf8.encode(lines.join('\n'))], 64))).toEqual(lines);
});
