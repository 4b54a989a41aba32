import { expect, test } from 'vitest';
import { codexLogin } from './login.js';

const jwt = (claims: object): string =>
  ['{"alg":"none"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

const authFile = (tokens: object): string => JSON.stringify({ OPENAI_API_KEY: null, tokens });

test('keeps the token, the account and the end of a login, and not what renews it', () => {
  const token = jwt({ exp: 1_800_000_000 });
  const login = codexLogin.read(
    authFile({ access_token: token, refresh_token: 'rt-made-up', account_id: 'account-1' }),
  );
  expect(login).toEqual({
    token,
    accountId: 'account-1',
    expiresAt: '2027-01-15T08:00:00.000Z',
  });
  expect(codexLogin.headers(login)).toEqual({ 'chatgpt-account-id': 'account-1' });
});

test('finds the account in the token where the file has none', () => {
  const token = jwt({ 'https://api.openai.com/auth': { chatgpt_account_id: 'account-2' } });
  expect(codexLogin.read(authFile({ access_token: token, account_id: null }))).toEqual({
    token,
    accountId: 'account-2',
  });
});

test.each(['opaque', jwt({ exp: 1e300 }), jwt({ exp: 'soon' }), 'a.b.c'])(
  'takes a token that says nothing usable of its end: %s',
  (token) => {
    expect(codexLogin.read(authFile({ access_token: token }))).toEqual({ token });
  },
);

test.each([
  ['nothing', ''],
  ['no JSON', '{"tokens":'],
  ['an API key alone', '{"OPENAI_API_KEY":"sk-made-up","tokens":null}'],
  ['a token with a line break', authFile({ access_token: 'secret\nx: y' })],
  ['an account with a line break', authFile({ access_token: 'secret', account_id: 'a\r\nb' })],
])('%s is no login, and the error quotes none of it', (_what, text) => {
  const read = () => codexLogin.read(text);
  expect(read).toThrow(expect.objectContaining({ code: 'login_unreadable' }));
  expect(read).not.toThrow(/secret|sk-made-up/);
});
