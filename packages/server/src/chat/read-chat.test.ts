import { expect, test } from 'vitest';
import { chatRequest } from './chat-request.js';
import { readChat } from './read-chat.js';

const user = (text: string) => ({ id: 'u', role: 'user', parts: [{ type: 'text', text }] });
const call = (id: string, fields: object) => ({
  type: 'tool-weather',
  toolCallId: id,
  input: {},
  ...fields,
});
const assistant = (...parts: object[]) => ({ id: 'a', role: 'assistant', parts });

function read(messages: readonly object[], more: object = {}) {
  return readChat(chatRequest.parse({ id: 'chat', messages, ...more }));
}

test('only what the user said last is new, with its images', () => {
  const picture = { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,aGk=' };
  const { said, answers } = read(
    [
      user('Hi.'),
      assistant({ type: 'text', text: 'Hello.' }, call('r1', { state: 'output-available' })),
      { ...user('And now?'), parts: [{ type: 'text', text: 'And now?' }, picture] },
    ],
    { agent: 'codex', unknown: 1 },
  );
  expect(said).toMatchObject({
    history: [
      { role: 'user', text: 'Hi.' },
      { role: 'assistant', text: 'Hello.' },
    ],
    now: ['And now?'],
    images: [{ media_type: 'image/png', data: 'aGk=' }],
  });
  expect(answers.size).toBe(0);
});

test('what the page gave for calls in the last message are answers, whatever became of them', () => {
  const { answers, known } = read([
    user('Hi.'),
    assistant(
      call('r1', { state: 'output-available', output: { sky: 'blue' } }),
      call('r2', { state: 'output-error', errorText: 'Gone.' }),
      call('r3', { state: 'approval-responded', approval: { id: 'x', approved: true } }),
      call('r4', { state: 'output-denied', approval: { id: 'y', approved: false, reason: 'No.' } }),
      call('r5', { state: 'input-available' }),
      call('own', { state: 'output-available', output: 'x', providerExecuted: true }),
    ),
  ]);
  expect(Object.fromEntries(answers)).toEqual({
    r1: { output: { sky: 'blue' } },
    r2: { error: 'Gone.' },
    r3: { approved: true },
    r4: { approved: false, reason: 'No.' },
  });
  expect(known).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
});

test('what can only be fetched, and what can only be unsaid, is refused', () => {
  const link = { type: 'file', mediaType: 'image/png', url: 'http://169.254.169.254/' };
  expect(() => read([{ ...user('Look.'), parts: [link] }])).toThrow('data:');
  expect(() => read([user('Hi.')], { trigger: 'regenerate-message' })).toThrow("can't take back");
});
