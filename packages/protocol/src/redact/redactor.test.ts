import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';

// Put together here, so that no scanner takes this file for a leak.
const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const { text: clean, value, event } = createRedactor();

test.each([
  ['an OpenAI key', `sk-proj-${letters}`, '[redacted]'],
  ['an Anthropic key', `x sk-ant-api03-${letters} y`, 'x [redacted] y'],
  ['an OpenRouter key', `sk-or-v1-${letters}`, '[redacted]'],
  ['a Groq key', `gsk_${letters}`, '[redacted]'],
  ['an xAI key', `xai-${letters}`, '[redacted]'],
  ['a Google key', `AIza${letters.slice(0, 35)}`, '[redacted]'],
  ['a Google access token', `ya29.${letters}`, '[redacted]'],
  ['a Hugging Face token', `hf_${letters}`, '[redacted]'],
  ['a GitHub token', `ghp_${letters}`, '[redacted]'],
  ['a GitHub token of the newer sort', `github_pat_${letters}`, '[redacted]'],
  ['a GitLab token', `glpat-${letters}`, '[redacted]'],
  ['a Slack token', `xoxb-${letters}`, '[redacted]'],
  ['an AWS key id', `AKIA${letters.slice(0, 16).toUpperCase()}`, '[redacted]'],
  ['an npm token', `npm_${letters}`, '[redacted]'],
  ['a PyPI token', `pypi-${letters}`, '[redacted]'],
  ['a DigitalOcean token', `dop_v1_${'0a'.repeat(32)}`, '[redacted]'],
  ['a Stripe key', `sk_live_${letters}`, '[redacted]'],
  ['a pass of the gateway', `dgm_${letters}1234567`, '[redacted]'],
  ['a bearer header', `Authorization: Bearer ${letters}`, 'Authorization: Bearer [redacted]'],
  ['a basic header', `authorization: basic ${letters}==`, 'authorization: basic [redacted]'],
  ['the user of a URL', 'git clone https://me:pass@host/x', 'git clone https://[redacted]@host/x'],
  ['a setting', 'API_KEY=hunter2hunter2', 'API_KEY=[redacted]'],
  ['a header', 'x-api-key: hunter2hunter2', 'x-api-key: [redacted]'],
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
  ['a private key that was cut', 'a -----BEGIN PRIVATE KEY-----\nMII', 'a [redacted]'],
])('takes out %s', (_name, text, expected) => {
  expect(clean(text)).toBe(expected);
});

test('takes out a JSON web token, but not everything with two dots', () => {
  const header = Buffer.from('{"typ":"JWT","alg":"HS256"}').toString('base64url');
  expect(clean(`a ${header}.eyJzdWIiOiIxIn0.c2lnbmF0dXJl b`)).toBe('a [redacted] b');
  expect(clean(`eyJhbGxvaGVsbG8.${header}.eyJzdWIiOiIxIn0.c2ln`)).toBe(
    'eyJhbGxvaGVsbG8.[redacted]',
  );
  expect(clean('eyJhbGxvaGVsbG8.readme.md')).toBe('eyJhbGxvaGVsbG8.readme.md');
});

test.each([
  'Use Bearer authentication and basic understanding.',
  'const token = getToken(); let password: string;',
  'max_tokens: 64000, "input_tokens": 12345678, token: 12345678',
  'task-force-of-twenty-people, ask-me-anything-you-would-like',
  'see https://example.com:8080/a@b and // x: y',
  '-----BEGIN CERTIFICATE-----',
])('leaves ordinary text alone: %s', (text) => {
  expect(clean(text)).toBe(text);
});

test('finds given secrets as they are, and as they are usually encoded', () => {
  const secret = 'correct "horse"/battery~staple?';
  const { text } = createRedactor({ secrets: [secret, 'short'] });
  const base64 = Buffer.from(secret).toString('base64');
  const shown = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    base64,
    Buffer.from(secret).toString('base64url'),
    'short',
  ];
  expect(text(shown.join(' | '))).toBe(
    '[redacted] | [redacted] | "[redacted]" | [redacted] | [redacted] | short',
  );
});

test.each(['u', 'me', 'you'])('finds a given secret in the base64 of %s:secret', (user) => {
  const secret = 'a-secret-without-digits';
  const { text } = createRedactor({ secrets: [secret] });
  const encoded = Buffer.from(`${user}:${secret}!`).toString('base64');
  const shown = text(encoded);
  expect(shown).toContain('[redacted]');
  expect(Buffer.from(shown, 'base64').toString()).not.toContain('secret');
});

test('takes out what a pattern of the user finds, and keeps what it says to keep', () => {
  const { text } = createRedactor({ patterns: [/(?<keep>case )\d{4}/, /ACME-\w+/y] });
  expect(text('case 1234, case 5678: ACME-x')).toBe('case [redacted], case [redacted]: [redacted]');
});

test('takes out what stands under the name of a secret, whole words only, and never a number', () => {
  const data = {
    authToken: 'x',
    'x-api-key': 'x',
    DB_PASSWORD: 'x',
    cookie: ['a', 'b'],
    credential: { user: 'kept', secret: '' },
    tokenizer: 'kept',
    max_tokens: 'kept',
    cache_key: 'kept',
    key: 'kept',
    token: 12,
    password: true,
  };
  expect(value(data)).toEqual({
    ...data,
    authToken: '[redacted]',
    'x-api-key': '[redacted]',
    DB_PASSWORD: '[redacted]',
    cookie: ['[redacted]', '[redacted]'],
  });
});

test('gives an event without secrets back as it is, and changes none it was given', () => {
  const plain = { type: 'usage', input_tokens: 12345678, total_tokens: 12345678 };
  expect(event(plain)).toBe(plain);
  const emitter = { type: 'tool_use', parameters: { command: `export K=sk-${letters}` } };
  expect(event(emitter).parameters.command).toBe('export K=[redacted]');
  expect(emitter.parameters.command).toContain(letters);
});

test('finds secrets in the names of fields, under __proto__ and thousands deep', () => {
  const secret = `ghp_${letters}`;
  const named = JSON.parse(`{"type":"raw","native":{"${secret}":{"__proto__":["${secret}"]}}}`);
  expect(JSON.stringify(event(named))).toBe(
    '{"type":"raw","native":{"[redacted]":{"__proto__":["[redacted]"]}}}',
  );
  const deep = JSON.parse(`${'['.repeat(20_000)}"${secret}"${']'.repeat(20_000)}`);
  let inner: unknown = value(deep);
  while (Array.isArray(inner)) inner = inner[0];
  expect(inner).toBe('[redacted]');
});

test('refuses data that holds itself', () => {
  const cycle: Record<string, unknown> = { type: 'raw' };
  cycle.native = [cycle, cycle];
  expect(() => value(cycle)).toThrow(/cycle/);
});
