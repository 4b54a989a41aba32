import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';
import { createTextRedactor } from './text-redactor.js';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const given = 'my very own secret';
const header = Buffer.from('{"alg":"HS256"}').toString('base64url');
const redactor = createRedactor({ secrets: [given, 'my very other'] });

const secrets = [
  given,
  Buffer.from(`me:${given}`).toString('base64'),
  `sk-ant-${letters}`,
  `ghp_${letters}`,
  `AKIA${letters.slice(0, 16).toUpperCase()}`,
  `AIza${letters.slice(0, 35)}`,
  `dgm_${letters}1234567`,
  `Bearer ${letters}`,
  'password = "hunter2hunter2"',
  '"api_key":"hunter2hunter2"',
  'token: 12345678',
  'token: 1234567x',
  'https://me:pass@host',
  `${header}.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`,
  '-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\nMII',
];
const fillers = [
  ' ',
  '\n',
  's',
  'to',
  'sk-',
  'my very',
  'e',
  '/',
  '//',
  '-',
  '_',
  '"',
  '.',
  'a: b',
  '7',
  '@',
];

const text = fc
  .array(fc.oneof(fc.constantFrom(...secrets), fc.constantFrom(...fillers), fc.string()), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

function inPieces(whole: string, cuts: readonly number[]): string {
  const pieces = createTextRedactor(redactor.finder);
  const places = [...cuts.map((cut) => cut % (whole.length + 1)), 0, whole.length];
  places.sort((left, right) => left - right);
  const shown = places.slice(1).map((end, index) => pieces.push(whole.slice(places[index], end)));
  return shown.join('') + pieces.flush();
}

test('any split of a text gives the same redacted whole', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (whole, cuts) => {
      expect(inPieces(whole, cuts)).toBe(redactor.text(whole));
    }),
    { numRuns: 3000 },
  );
});

test('so do single characters', () => {
  const whole = secrets.join(' and ');
  const cuts = Array.from(whole, (_character, index) => index);
  expect(inPieces(whole, cuts)).toBe(redactor.text(whole));
});

test('only an end that could become a secret waits', () => {
  const pieces = createTextRedactor(redactor.finder);
  expect(pieces.push('All is well. It i')).toBe('All is well. It i');
  expect(pieces.push(' my ver')).toBe(' ');
  expect(pieces.push('!')).toBe('my ver!');
  expect(pieces.push(' sk-abc')).toBe(' ');
  expect(pieces.push(' done')).toBe('sk-abc done');
  expect(pieces.flush()).toBe('');
});

test.each([
  ['a token', `sk-${letters}`],
  ['a private key', '-----BEGIN PRIVATE KEY-----\n'],
])('%s longer than what may be held shows nothing of itself', (_name, start) => {
  const pieces = createTextRedactor(redactor.finder);
  let shown = pieces.push(`before ${start}`);
  for (let round = 0; round < 100; round += 1) shown += pieces.push('Ab3'.repeat(1000));
  shown += pieces.push('\n-----END PRIVATE KEY----- after');
  shown += pieces.flush();
  expect(shown).toMatch(/^before \[redacted\][\s\S]* after$/);
  expect(shown).not.toContain('Ab3');
});
