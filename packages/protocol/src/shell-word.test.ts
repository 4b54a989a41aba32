import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.js';

test.each([
  ['src/a-b_c.ts', 'src/a-b_c.ts'],
  ['user@host:1,2%+=', 'user@host:1,2%+='],
  ['', "''"],
  ['a b', "'a b'"],
  ["it's", String.raw`'it'\''s'`],
  ['~/x', "'~/x'"],
  ['$HOME', "'$HOME'"],
  ['a\nb', "'a\nb'"],
])('%j is written as %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('a shell reads the same text again', () => {
  const text = fc.string({ unit: fc.constantFrom(...`ab'"\\$\`*~# \t\n;&|<>()!=`) });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const script = `printf '%s\\0' ${texts.map(shellWord).join(' ')} end`;
      const read = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual([...texts, 'end']);
    }),
    { numRuns: 30 },
  );
});
