import { expect, test } from 'vitest';
import { loginNotes } from './choose-model.js';

const key = { kind: 'forward', key: 'made-up', baseUrl: 'http://127.0.0.1:1' } as const;
const login = { ...key, login: { agent: 'codex', headers: {} } };

test('says that an agent can read the login, only if nothing confines the agent', () => {
  expect(loginNotes(login, { confinesFiles: false })).toEqual([
    'nothing confines the agent, so it can read the login, too',
  ]);
  expect(loginNotes(login, { confinesFiles: true })).toEqual([]);
  expect(loginNotes(key, { confinesFiles: false })).toEqual([]);
});
