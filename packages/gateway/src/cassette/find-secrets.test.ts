import { expect, test } from 'vitest';
import { createSecretFinder } from './find-secrets.js';
import { editPieces } from './text-edit.js';

function scrub(text: string, secrets: readonly string[] = []): string {
  return editPieces([text], createSecretFinder(secrets)).join('');
}

// Put together here, so that no scanner takes this file for a leak.
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

test.each([
  ['an OpenAI key', `sk-proj-${letters}`, '[redacted]'],
  ['an Anthropic key', `x sk-ant-api03-${letters} y`, 'x [redacted] y'],
  ['a Google key', `AIza${letters.slice(0, 35)}`, '[redacted]'],
  ['a GitHub token', `ghp_${letters}`, '[redacted]'],
  ['an AWS key id', `AKIA${letters.slice(0, 16).toUpperCase()}`, '[redacted]'],
  ['a token of a gateway', `dgm_${letters}1234567`, '[redacted]'],
  ['a bearer header', `Authorization: Bearer ${letters}`, 'Authorization: Bearer [redacted]'],
  ['the user of a URL', 'git clone https://me:pass@host/x', 'git clone https://[redacted]@host/x'],
  ['a setting', 'API_KEY=hunter2hunter2', 'API_KEY=[redacted]'],
  [
    'a setting in JSON text',
    '{\\"password\\": \\"p@ss-w0rd\\"}',
    '{\\"password\\": \\"[redacted]\\"}',
  ],
  [
    'a private key',
    '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----.',
    '[redacted].',
  ],
])('finds %s', (_name, text, expected) => {
  expect(scrub(text)).toBe(expected);
});

test('finds a JSON web token, but not everything with two dots', () => {
  const header = Buffer.from('{"typ":"JWT","alg":"HS256"}').toString('base64url');
  expect(scrub(`a ${header}.eyJzdWIiOiIxIn0.c2lnbmF0dXJl b`)).toBe('a [redacted] b');
  expect(scrub('eyJhbGxvaGVsbG8.readme.md')).toBe('eyJhbGxvaGVsbG8.readme.md');
});

test('finds given secrets as they are and as they are usually encoded', () => {
  const secret = 'correct horse/battery';
  const bytes = Buffer.from(secret);
  const text = [secret, encodeURIComponent(secret), bytes.toString('base64')].join(' | ');
  expect(scrub(text, [secret])).toBe('[redacted] | [redacted] | [redacted]');
});

test.each([
  'Use Bearer authentication and basic understanding.',
  'const token = getToken(); let password: string;',
  'max_tokens: 64000, "input_tokens": 12345678',
  'task-force-of-twenty-people, ask-me-anything-you-would-like',
])('leaves ordinary text alone: %s', (text) => {
  expect(scrub(text)).toBe(text);
});
