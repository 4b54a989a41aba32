import { expect, test } from 'vitest';
import { claudeLogin } from './login.js';

const TOKEN = 'sk-ant-oat01-made-up-made-up_made-up';

test.each([TOKEN, `${TOKEN}\n`, ` ${TOKEN.slice(0, 20)}\r\n${TOKEN.slice(20)}\n`])(
  'takes a token as it is copied from a terminal: %j',
  (text) => {
    expect(claudeLogin.read(text)).toEqual({ token: TOKEN });
  },
);

test.each(['', 'sk-ant-api03-secret-secret-secret', 'sk-ant-oat01-', `${TOKEN}"secret`])(
  'refuses %j without quoting it',
  (text) => {
    const read = () => claudeLogin.read(text);
    expect(read).toThrow(expect.objectContaining({ code: 'login_unreadable' }));
    expect(read).not.toThrow(/secret/);
  },
);
