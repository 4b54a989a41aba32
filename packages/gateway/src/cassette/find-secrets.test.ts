import { expect, test } from 'vitest';
import { TOKEN_PREFIX } from '../server/turn-passes.js';
import { createSecretFinder } from './scrub-exchange.js';
import { editPieces } from './text-edit.js';

function scrub(pieces: readonly string[], secrets: readonly string[] = []): string {
  return editPieces(pieces, createSecretFinder(secrets)).join('|');
}

// Put together here, so that no scanner takes this file for a leak.
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

test('finds given secrets as they are and encoded, also across pieces', () => {
  const secret = 'correct horse/battery';
  const base64 = Buffer.from(secret).toString('base64');
  const pieces = [`${secret} correct ho`, 'rse/battery', ` ${base64}`];
  expect(scrub(pieces, [secret])).toBe('[redacted] [redacted]|| [redacted]');
});

test('finds what looks like a secret, the tokens of gateways included', () => {
  expect(scrub([`x sk-proj-${letters} y`])).toBe('x [redacted] y');
  expect(scrub([`x ${TOKEN_PREFIX}${letters}1234567 y`])).toBe('x [redacted] y');
});

test('leaves ordinary text alone', () => {
  const text = 'max_tokens: 64000, const token = getToken();';
  expect(scrub([text])).toBe(text);
});
