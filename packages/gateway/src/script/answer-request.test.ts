import { expect, test } from 'vitest';
import type { Dialect } from '../contract.js';
import { readPath } from '../json/read-path.js';
import { ask, bearer } from '../testing/ask.js';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';

const closing = createClosing();
const DIALECTS: readonly Dialect[] = ['openai', 'anthropic', 'gemini'];

test.each(DIALECTS)('says in the shape of %s that the script is at its end', async (dialect) => {
  const { gateway, token } = await startScripted(closing, { name: 'tidy', steps: [{ say: 'a' }] });
  await askModel(gateway, { dialect, token });
  const { status, json } = await askModel(gateway, { dialect, token });
  expect(status).toBe(400);
  expect(readPath(json, 'error', 'message')).toBe(
    'The script "tidy" has 1 step; the agent asked for number 2.',
  );
});

test.each(DIALECTS)('says in the shape of %s that no tool can do it', async (dialect) => {
  const { gateway, token } = await startScripted(closing, { steps: [{ run: 'ls' }] });
  const { status, json } = await askModel(gateway, { dialect, token, tools: ['look', 'listen'] });
  expect(status).toBe(400);
  expect(readPath(json, 'error', 'message')).toBe(
    'No offered tool can do the action run. Offered: look, listen.',
  );
});

test.each(DIALECTS)('a call of %s that offers no tools takes no step', async (dialect) => {
  const { gateway, token } = await startScripted(closing, {
    aside: 'A title',
    steps: [{ say: 'the first step' }],
  });
  const question = { dialect, token, stream: false } as const;
  expect((await askModel(gateway, { ...question, tools: [] })).text).toContain('A title');
  expect((await askModel(gateway, question)).text).toContain('the first step');
});

test.each([
  ['openai', { text: { format: { type: 'json_schema', schema: titleSchema('object') } } }],
  [
    'anthropic',
    { output_config: { format: { type: 'json_schema', schema: titleSchema('object') } } },
  ],
  ['gemini', { generationConfig: { responseSchema: titleSchema('OBJECT') } }],
] as const)('an aside of %s that wants JSON gets what fits', async (dialect, extra) => {
  const { gateway, token } = await startScripted(closing, { steps: [], aside: 'A title' });
  const question = { dialect, token, stream: false, tools: [], extra } as const;
  const { text } = await askModel(gateway, question);
  expect(text).toContain(JSON.stringify(JSON.stringify({ title: 'A title', sure: false })));
});

function titleSchema(type: string): unknown {
  return {
    type,
    properties: {
      title: { type: 'string' },
      sure: { type: 'boolean' },
      why: { type: 'string' },
    },
    required: ['title', 'sure'],
  };
}

test('counts tokens and lists models without taking a step', async () => {
  const { gateway, token, pass } = await startScripted(closing, {
    usage: { input: 1234 },
    steps: [{ say: 'a' }],
  });
  const headers = bearer(token);
  const get = async (path: string, more = {}) =>
    JSON.parse(
      (await ask(gateway, { method: 'GET', path, headers: { ...headers, ...more } })).body,
    );
  const count = async (path: string) =>
    JSON.parse((await ask(gateway, { path, headers, body: '{}' })).body);

  expect(await count('/v1/messages/count_tokens')).toEqual({ input_tokens: 1234 });
  expect(await count('/v1beta/models/m:countTokens')).toEqual({ totalTokens: 1234 });
  expect(await get('/v1/models')).toMatchObject({ object: 'list', data: [{ id: 'scripted' }] });
  expect(await get('/v1/models', { 'anthropic-version': '2023-06-01' })).toMatchObject({
    data: [{ type: 'model', id: 'scripted' }],
  });
  expect(await get('/v1/models/gpt-5')).toMatchObject({ id: 'gpt-5' });
  expect(await get('/v1/models/ft:gpt-4o:org::id')).toMatchObject({ id: 'ft:gpt-4o:org::id' });
  expect(await get('/v1beta/models')).toMatchObject({ models: [{ name: 'models/scripted' }] });
  expect(await get('/v1beta/models/gemini-2.5-pro')).toMatchObject({
    name: 'models/gemini-2.5-pro',
  });
  expect(pass.usage().requests).toBe(0);
});
