import { expect, test } from 'vitest';
import { readRun } from './read-run.js';
import { runInput } from './run-input.js';

const user = (content: unknown) => ({ id: 'u', role: 'user', content });

function read(messages: readonly object[], more: object = {}) {
  return readRun(runInput.parse({ threadId: 't', runId: 'r', messages, ...more }));
}

test('what the user said last is new; the client chooses by names, and offers its tools', () => {
  const asked = read(
    [
      { id: 's', role: 'system', content: 'Be brief.' },
      user('Hi.'),
      { id: 'a', role: 'assistant', content: 'Hello.' },
      user([
        { type: 'text', text: 'And this?' },
        { type: 'image', source: { type: 'data', value: 'aGk=', mimeType: 'image/png' } },
      ]),
    ],
    {
      context: [{ description: 'The day', value: 'Monday' }],
      tools: [{ name: 'weather', description: 'The weather.', parameters: { type: 'object' } }],
      forwardedProps: { dragoman: { agent: 'codex' }, other: 1 },
    },
  );
  expect(asked).toMatchObject({
    conversation: 't',
    said: {
      instructions: ['Be brief.', 'The day: Monday'],
      history: [
        { role: 'user', text: 'Hi.' },
        { role: 'assistant', text: 'Hello.' },
      ],
      now: ['And this?'],
      images: [{ media_type: 'image/png', data: 'aGk=' }],
    },
    body: {
      agent: 'codex',
      tools: [{ name: 'weather', description: 'The weather.', input_schema: { type: 'object' } }],
    },
  });
});

test('results since the user last spoke are answers, failures among them', () => {
  const calls = ['c1', 'c2'].map((id) => ({
    id,
    type: 'function',
    function: { name: 'weather', arguments: '{}' },
  }));
  const { answers, known } = read([
    user('Hi.'),
    { id: 't0', role: 'tool', toolCallId: 'old', content: 'old' },
    user('Again.'),
    { id: 'a', role: 'assistant', toolCalls: calls },
    { id: 't1', role: 'tool', toolCallId: 'c1', content: 'blue' },
    { id: 't2', role: 'tool', toolCallId: 'c2', content: '', error: 'Gone.' },
  ]);
  expect(Object.fromEntries(answers)).toEqual({ c1: { output: 'blue' }, c2: { error: 'Gone.' } });
  expect(known).toEqual(['c1', 'c2']);
});

test('what a client may not choose is refused', () => {
  const input = { threadId: 't', runId: 'r', messages: [] };
  const { success } = runInput.safeParse({
    ...input,
    forwardedProps: { dragoman: { workspace: 'app', cwd: '/' } },
  });
  expect(success).toBe(false);
  expect(() => read([user('Hi.')], { tools: [{ name: 'x', parameters: 'y' }] })).toThrow('Schema');
});
