import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeControls } from './escape-controls.js';

test('controls that JSON leaves as they are become escapes', () => {
  const raw =
    'del \u007f, CSI \u009b31m, lines \u0085\u2028\u2029, order \u202eabc\u202c\u2066\u2069, é 你 👩‍👧 \ufeff';
  expect(escapeControls(JSON.stringify(raw))).toBe(
    '"del \\u007f, CSI \\u009b31m, lines \\u0085\\u2028\\u2029, order \\u202eabc\\u202c\\u2066\\u2069, é 你 👩‍👧 \ufeff"',
  );
});

test('the value stays the same, and nothing is left that a terminal obeys', () => {
  const character = fc.integer({ min: 0, max: 0x2100 }).map((code) => String.fromCharCode(code));
  const text = fc.string({ unit: character });
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double())), (value) => {
      const json = JSON.stringify(value);
      const escaped = escapeControls(json);
      expect(JSON.parse(escaped)).toEqual(JSON.parse(json));
      expect(escaped).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
    }),
  );
});
