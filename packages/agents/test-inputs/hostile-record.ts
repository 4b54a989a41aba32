import fc from 'fast-check';

const NUMBERS = [null, true, false, 0, 7, -1, 1e308, 2 ** 53, 0.5, -0];
const PROTOTYPE = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', '0', ''];
const ODD_WORDS = ['__proto__', 'constructor', 'toString', '\ud800', '\u2028', ''];

/** JSON that looks like an agent's here and there, by its keys and words, and is wrong everywhere. */
export function hostileRecord(keys: readonly string[], words: readonly string[]) {
  return fc.letrec<{ value: unknown; record: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom(...words, ...ODD_WORDS),
      fc.constantFrom(...NUMBERS),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('record'),
    ),
    record: fc
      .array(fc.tuple(fc.constantFrom(...keys, ...PROTOTYPE), tie('value')), { maxLength: 8 })
      .map((entries) => Object.fromEntries(entries)),
  })).record;
}
