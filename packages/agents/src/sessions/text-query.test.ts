import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTextFinder } from './text-query.js';

const character = fc.constantFrom(...'abXY zé😀"\\/<>&\n\t\'=,.:');
const texts = fc.string({ unit: character, minLength: 1, maxLength: 12 });

/** JSON as writers of several languages write it. */
const WRITERS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => JSON.stringify(text),
  'in ASCII': (text) =>
    JSON.stringify(text).replace(
      /[^ -~]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  'for HTML': (text) =>
    JSON.stringify(text).replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
  'with slashes escaped': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'quoted twice': (text) => JSON.stringify(JSON.stringify({ text })),
};

test.each(Object.keys(WRITERS))('what a person types is not ruled out in JSON %s', (name) => {
  const write = WRITERS[name] ?? JSON.stringify;
  fc.assert(
    fc.property(texts, texts, texts, (before, text, after) => {
      const bytes = Buffer.from(`{"type":"text","text":${write(before + text + after)}}\n`);
      expect(createTextFinder({ text }).mayBeIn(bytes, 0)).not.toBe(-1);
    }),
    { numRuns: 500 },
  );
});

test('a text in lower case is found in any case, one with an upper-case letter as it is', () => {
  const bytes = Buffer.from('{"text":"A Flaky ZEBRA"}');
  expect(createTextFinder({ text: 'flaky zebra' }).mayBeIn(bytes, 0)).not.toBe(-1);
  expect(createTextFinder({ text: 'Flaky zebra' }).mayBeIn(bytes, 0)).toBe(-1);
});
