import { expect, test } from 'vitest';
import type { Dialect } from '../contract.js';
import { readPath } from '../json/read-path.js';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';

const closing = createClosing();
const DIALECTS: readonly Dialect[] = ['openai', 'anthropic', 'gemini'];

test.each(DIALECTS)('refuses with a status in the shape of %s', async (dialect) => {
  const { gateway, token, pass } = await startScripted(closing, {
    steps: [
      {
        fault: { status: 429, message: 'Slow down', headers: { 'retry-after': '7' }, times: 2 },
        actions: [{ say: 'Now then.' }],
      },
    ],
  });
  for (let time = 0; time < 2; time += 1) {
    const refused = await askModel(gateway, { dialect, token });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('7');
    expect(readPath(refused.json, 'error', 'message')).toBe('Slow down');
  }
  const answered = await askModel(gateway, { dialect, token });
  expect(answered.status).toBe(200);
  expect(answered.text).toContain('Now then');
  expect(pass.usage().requests).toBe(3);
});

test('refuses with the body that is given', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [
      { fault: { status: 502, body: '<html>Bad gateway</html>', times: 1 } },
      { fault: { status: 400, body: { odd: true }, times: 1 } },
    ],
  });
  const question = { dialect: 'openai', token } as const;
  expect(await askModel(gateway, question)).toMatchObject({
    status: 502,
    text: '<html>Bad gateway</html>',
  });
  expect(await askModel(gateway, question)).toMatchObject({ status: 400, json: { odd: true } });
});

test.each([
  [200, 'Not what you think', { 'content-type': 'text/plain' }],
  [302, '', { location: 'http://127.0.0.1:9/elsewhere' }],
  [204, { nobody: 'sees this' }, {}],
] as const)('answers with any status: %i', async (status, body, headers) => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { status, body, headers, times: 1 } }, { say: 'the second step' }],
  });
  const question = { dialect: 'openai', token, stream: false } as const;
  const answer = await askModel(gateway, question);
  expect(answer).toMatchObject({ status, headers, complete: true });
  expect(answer.text).toBe(status === 204 ? '' : body);
  expect((await askModel(gateway, question)).text).toContain('the second step');
});

test.each([
  ['openai', { type: 'server_error', code: 'odd_error' }],
  ['anthropic', { type: 'odd_error' }],
  ['gemini', { details: [{ reason: 'odd_error' }] }],
] as const)("the code of a status has its field in %s's error", async (dialect, error) => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { status: 503, message: 'No', code: 'odd_error', times: 1 } }],
  });
  const { json } = await askModel(gateway, { dialect, token });
  expect(json).toMatchObject({ error: { message: 'No', ...error } });
});
