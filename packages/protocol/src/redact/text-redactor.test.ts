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
  const positions = [...cuts.map((cut) => cut % (whole.length + 1)), 0, whole.length];
  positions.sort((left, right) => left - right);
  const shown = positions
    .slice(1)
    .map((end, index) => pieces.push(whole.slice(positions[index], end)));
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

test('so do pieces of a text with a long secret in it', () => {
  // Two of them, with no space in between, are still shorter than what may be held.
  const long = fc.integer({ min: 250, max: 2000 }).map((length) => `sk-${'Ab3'.repeat(length)}`);
  const mixed = fc.tuple(text, long, text, long, text).map((parts) => parts.join(''));
  const size = fc.integer({ min: 1, max: 700 });
  fc.assert(
    fc.property(mixed, fc.array(size, { minLength: 1, maxLength: 5 }), (whole, sizes) => {
      const cuts: number[] = [];
      for (let at = 0; at < whole.length; ) {
        at += sizes[cuts.length % sizes.length] ?? 1;
        cuts.push(at);
      }
      expect(inPieces(whole, cuts)).toBe(redactor.text(whole));
    }),
    { numRuns: 300 },
  );
});

/** Parts of texts whose secrets, and nothing else, have a Q in them, some longer than what may be held. */
const touching = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Q my Q own Q', '"Q very', '.sk-', ...fillers) },
  fc.constantFrom(
    `.sk-${'Q3'.repeat(400)}`,
    `-sk-${'Q3'.repeat(9000)}`,
    `password="${'Q3'.repeat(9000)}`,
    `eyJ${'-'.repeat(17_000)}`,
    `-----BEGIN PRIVATE KEY-----${'\nQQ'.repeat(6000)}`,
    '-----END PRIVATE KEY-----',
    'x'.repeat(17_000),
  ),
);

test('what the whole does not show, no split shows, however long the secrets in a row are', () => {
  const hiding = createRedactor({ secrets: ['Q my Q own Q', '"Q very "Q very "Q very'] });
  const cases = fc.tuple(
    fc.array(touching, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 1, maxLength: 5 }),
  );
  const shownQs = (shown: string) => shown.split('Q').length - 1;
  fc.assert(
    fc.property(cases, ([whole, sizes]) => {
      const pieces = createTextRedactor(hiding.finder);
      let shown = '';
      for (let at = 0, round = 0; at < whole.length; round += 1) {
        const size = sizes[round % sizes.length] ?? 1;
        shown += pieces.push(whole.slice(at, at + size));
        at += size;
      }
      shown += pieces.flush();
      expect(shownQs(shown)).toBeLessThanOrEqual(shownQs(hiding.text(whole)));
    }),
    { numRuns: 300 },
  );
});

test.each(['password="', 'Bearer ', 'token: '])(
  'a secret is hidden wherever the bound cuts what introduces it: %s',
  (opening) => {
    const most = 16 * 1024;
    for (let more = 0; more <= opening.length + 2; more += 1) {
      const whole = opening + 'Q3'.repeat(most).slice(0, most - opening.length + more);
      const pieces = createTextRedactor(redactor.finder);
      const shown = pieces.push(whole) + pieces.push('Q3Q3') + pieces.flush();
      expect(shown, String(more)).not.toContain('Q3');
    }
  },
);

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

test('an over-long secret that ends with a piece shows nothing of itself', () => {
  const pieces = createTextRedactor(redactor.finder);
  const shown = pieces.push(`sk-${'Ab3'.repeat(5462)}`) + pieces.push(' after') + pieces.flush();
  expect(shown).toBe('[redacted] after');
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

/** Texts of which ever more has to be held back, as an agent may write them on purpose. */
const GROWING = [
  `sk-${'a'.repeat(16_000)}`,
  `${header}.${'a'.repeat(16_000)}`,
  `eyJ${'-'.repeat(16_000)}`,
  `-----BEGIN PRIVATE KEY-----${'MII '.repeat(4000)}`,
  `Bearer ${'1'.repeat(16_000)}`,
  `token=${'1x'.repeat(8000)}`,
  'token='.repeat(2700),
  'eyJ-'.repeat(4000),
  `${'Ab3'.repeat(1000)} sk-`.repeat(6),
];

/** How many characters are looked at when a text comes in single ones. */
function lookedAt(whole: string): number {
  let count = 0;
  const { finder } = redactor;
  const counting = {
    find(text: string, from?: number) {
      count += text.length;
      return finder.find(text, from);
    },
    openFrom(text: string) {
      count += text.length;
      return finder.openFrom(text);
    },
  };
  const pieces = createTextRedactor(counting);
  let shown = '';
  for (const character of whole) shown += pieces.push(character);
  shown += pieces.flush();
  expect(shown).toBe(redactor.text(whole));
  return count;
}

test.each(GROWING.map((whole) => [whole.slice(0, 20), whole]))(
  '%s… in single characters takes linear time',
  (_begins, whole) => {
    const quarter = lookedAt(whole.slice(0, whole.length / 4));
    const all = lookedAt(whole);
    expect(all / quarter).toBeLessThan(8);
    expect(all / whole.length).toBeLessThan(300);
  },
);

test('a long held end is shown soon after what ends it', () => {
  const pieces = createTextRedactor(redactor.finder);
  let shown = pieces.push(`sk-${'a'.repeat(4000)}`);
  expect(shown).toBe('');
  for (const character of ' and on it goes'.repeat(80)) shown += pieces.push(character);
  expect(shown).toMatch(/^\[redacted\] and on it goes/);
});
