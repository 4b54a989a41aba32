import type { ModelAccess } from '@dragoman/runtime';
import { expect, test } from 'vitest';
import { checkAsked } from './check-asked.js';

test('what an agent can’t do is said by the name that a client asked for it with', () => {
  const access: ModelAccess = { kind: 'script', script: { steps: [{ say: 'Hello.' }] } };
  const asked = { agent: 'codex', prompt: 'Hi.', cwd: '/', access, acceptsInput: true };
  expect(() => checkAsked(asked, { confined: true })).toThrow(/can't do `accepts_input`: /);
});
