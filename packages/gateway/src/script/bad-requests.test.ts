import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPath } from '../json/read-path.js';
import { ask, bearer } from '../testing/ask.js';
import { askModel } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';

const closing = createClosing();

test.each([
  ['openai', 'without a type', [{ type: 'function', name: 'shell' }, { name: 'x' }]],
  ['openai', 'without a name', [{ type: 'function' }]],
  [
    'openai',
    'without a name, in a namespace',
    [{ type: 'namespace', name: 'a', tools: [{ type: 'custom' }] }],
  ],
  ['openai', 'with odd parameters', [{ type: 'function', name: 'a', parameters: [] }]],
  ['openai', 'that is no list', 'shell'],
  ['anthropic', 'without a name', [{ name: 'Bash', input_schema: {} }, { input_schema: {} }]],
  ['anthropic', 'with an odd schema', [{ name: 'Bash', input_schema: { required: 'command' } }]],
  ['gemini', 'without a name', [{ functionDeclarations: [{ description: 'x' }] }]],
  ['gemini', 'that is no list', { functionDeclarations: [] }],
] as const)(
  'a request of %s with a tool %s is refused, and no aside',
  async (dialect, _what, tools) => {
    const { gateway, token } = await startScripted(closing, { steps: [{ say: 'a' }] });
    const answer = await askModel(gateway, { dialect, token, stream: false, extra: { tools } });
    expect(answer.status).toBe(400);
    expect(readPath(answer.json, 'error', 'message')).toMatch(/at tools/);
  },
);

test('a tool that an entry of the conversation offers is looked at as well', async () => {
  const { gateway, token } = await startScripted(closing, { steps: [{ say: 'a' }] });
  const input = [{ type: 'additional_tools', tools: [{ name: 'x' }] }];
  const question = { dialect: 'openai', token, tools: [], extra: { input } } as const;
  expect((await askModel(gateway, question)).status).toBe(400);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a tool of the type %s is just a type that is not known',
  async (type) => {
    const { gateway, token } = await startScripted(closing, { steps: [], aside: 'beside' });
    const tools = [
      { type, name: 'a' },
      { type: 'namespace', name: 'b', tools: [{ type, name: 'c' }] },
    ];
    const { text } = await askModel(gateway, { dialect: 'openai', token, extra: { tools } });
    expect(text).toContain('beside');
  },
);

test.each([
  ['cut off', Buffer.from('{"model":'), {}, /is not JSON: Unexpected end/],
  ['empty', Buffer.from(''), {}, /is not JSON/],
  ['packed', gzipSync('{}'), { 'content-encoding': 'gzip' }, /is not JSON: it is encoded as gzip/],
])('says of a body that is %s that it is not JSON', async (_what, body, headers, message) => {
  const { gateway, token } = await startScripted(closing, { steps: [{ say: 'a' }] });
  const answer = await ask(gateway, { headers: { ...bearer(token), ...headers }, body });
  expect(answer.status).toBe(400);
  expect(readPath(JSON.parse(answer.body), 'error', 'message')).toMatch(message);
});

test('an endpoint that a scripted model has nothing for is refused and costs nothing', async () => {
  const { gateway, token, pass } = await startScripted(closing, { steps: [{ say: 'a' }] });
  const path = '/v1beta/models/m:embedContent';
  const answer = await ask(gateway, { path, headers: bearer(token), body: '{"contents":[]}' });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain('has no answer to POST');
  expect(pass.usage().requests).toBe(0);
});

test.each([
  ['/v1/responses', 'not json'],
  ['/v1/responses', '{"model":1}'],
  ['/v1/messages', '[]'],
  ['/v1beta/models/m:generateContent', '{}'],
  ['/v1beta/models/m:streamGenerateContent', '{"contents":[]}'],
])('refuses to %s what is no request: %s', async (path, body) => {
  const { gateway, token } = await startScripted(closing, { steps: [{ say: 'a' }] });
  const answer = await ask(gateway, { path, headers: bearer(token), body });
  expect(answer.status).toBe(400);
  expect(readPath(JSON.parse(answer.body), 'error', 'message')).toMatch(/scripted model/);
});
