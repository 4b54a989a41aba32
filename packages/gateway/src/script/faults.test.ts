import { expect, test } from 'vitest';
import type { Dialect } from '../contract.js';
import { readPath } from '../json/read-path.js';
import { askAndLeave, askModel, readsOf } from '../testing/ask-model.js';
import { createClosing } from '../testing/closing.js';
import { startScripted } from '../testing/start-scripted.js';

const closing = createClosing();
const DIALECTS: readonly Dialect[] = ['openai', 'anthropic', 'gemini'];
const SENTENCE = 'This is a sentence of quite a few pieces, so that a fault can come in between.';
const actions = [{ say: SENTENCE }];
/** A timer of the runtime may fire up to a millisecond early. */
const TIMER_SLACK = 1;

/** By what a client knows that the answer is whole. */
const END = /response\.completed|message_stop|"finishReason"/;

test.each([
  ['openai', 'response.failed', ['response', 'error']],
  ['anthropic', 'error', ['error']],
] as const)('fails in mid-stream in the way of %s', async (dialect, event, path) => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { fail: 'Overloaded', code: 'overloaded_error', after: 3 }, actions }],
  });
  const { events, complete } = await askModel(gateway, { dialect, token });
  expect(events).toHaveLength(4);
  expect(events.at(-1)).toMatchObject({ event });
  const error = readPath(events.at(-1)?.data, ...path);
  expect(error).toMatchObject({ message: 'Overloaded' });
  expect(JSON.stringify(error)).toContain('overloaded_error');
  expect(complete).toBe(true);
});

test('fails in mid-stream in the way of gemini: plain JSON after the events', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { fail: 'Overloaded', after: 3 }, actions }],
  });
  const { events, text } = await askModel(gateway, { dialect: 'gemini', token });
  expect(events).toHaveLength(3);
  expect(
    text.endsWith('{"error":{"code":500,"message":"Overloaded","status":"INTERNAL"}}\n\n'),
  ).toBe(true);
});

test('the failure of gemini is a separate read, for its clients parse what one read gives', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { fail: 'Overloaded', after: 3 }, actions }],
  });
  const reads = await readsOf(gateway, { dialect: 'gemini', token });
  const failure = reads.findIndex((read) => read.includes('Overloaded'));
  expect(failure).toBeGreaterThan(0);
  // A chunk of the body begins with its length.
  expect(reads[failure]).toMatch(/^[0-9a-f]+\r\n\{"error":/);
  expect(reads.slice(0, failure).join('')).toMatch(/\}\n\n\r\n$/);
});

test.each(DIALECTS)('cuts the connection to a client of %s', async (dialect) => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { cut: true, after: 4 }, actions }],
  });
  for (let time = 0; time < 2; time += 1) {
    const { events, complete, text } = await askModel(gateway, { dialect, token });
    expect(complete).toBe(false);
    expect(events).toHaveLength(4);
    expect(text).not.toMatch(END);
  }
});

test('a cut before anything was sent leaves no answer at all', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { cut: true, after: 0 } }],
  });
  await expect(askModel(gateway, { dialect: 'openai', token })).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
});

test.each(DIALECTS)('a fault that comes late still comes before the end in %s', async (dialect) => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { cut: true, after: 1_000_000 }, actions }],
  });
  const { text, complete } = await askModel(gateway, { dialect, token });
  expect(complete).toBe(false);
  expect(text).not.toMatch(END);
});

test.each(DIALECTS)('sends garbage to a client of %s', async (dialect) => {
  const { gateway, token } = await startScripted(closing, {
    steps: [
      { fault: { garbage: true, after: 2, times: 1 } },
      { fault: { garbage: 'data: {"torn', after: 2, times: 1 } },
    ],
  });
  const first = await askModel(gateway, { dialect, token });
  expect(first.text).toContain('\ufffd');
  expect(first.text).not.toMatch(END);
  const second = await askModel(gateway, { dialect, token });
  expect(second.text).toMatch(/data: \{"torn$/);
});

test('a stall is a pause, and the reply goes on after it', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { stall: 60, after: 2 }, actions }],
  });
  const asked = performance.now();
  const { text, complete } = await askModel(gateway, { dialect: 'anthropic', token });
  expect(performance.now() - asked).toBeGreaterThanOrEqual(60 - TIMER_SLACK);
  expect(complete).toBe(true);
  expect(text).toMatch(END);
});

test('a client that sits through a stall has its reply, however often the stall may come', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { stall: 1, after: 0, times: 2 }, actions }, { say: 'the second step' }],
  });
  const question = { dialect: 'openai', token, stream: false } as const;
  expect((await askModel(gateway, question)).text).toContain(SENTENCE);
  expect((await askModel(gateway, question)).text).toContain('the second step');
});

test.each(DIALECTS)('a client of %s that leaves a stall finds it again', async (dialect) => {
  const { gateway, token } = await startScripted(closing, {
    steps: [
      { fault: { stall: 'forever', after: 3, times: 2 }, actions },
      { say: 'the second step' },
    ],
  });
  await askAndLeave(gateway, { dialect, token }, 3);
  await askAndLeave(gateway, { dialect, token }, 3);
  const { text } = await askModel(gateway, { dialect, token });
  expect(text).toMatch(END);
  expect(text).not.toContain('the second step');
});

test('a client that leaves a reply gets it again', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ actions, pace: 1 }, { say: 'the second step' }],
  });
  await askAndLeave(gateway, { dialect: 'openai', token }, 3);
  const { text } = await askModel(gateway, { dialect: 'openai', token });
  expect(text).toMatch(END);
  expect(text).not.toContain('the second step');
});

test('a client that leaves a body half read gets it again', async () => {
  const { gateway, token } = await startScripted(closing, {
    // More than the system takes off our hands for a client that does not read.
    steps: [{ say: 'y'.repeat(40 * 1024 * 1024) }, { say: 'the second step' }],
  });
  const question = { dialect: 'openai', token, stream: false } as const;
  await askAndLeave(gateway, question, 0);
  const { text } = await askModel(gateway, question);
  expect(text.slice(0, 1000)).toContain('yyyy');
  expect((await askModel(gateway, question)).text).toContain('the second step');
});

test.each([
  ['fail', { fail: 'Overloaded' }, 500],
  ['garbage', { garbage: true }, 200],
] as const)('%s is also met by a client that does not stream', async (_kind, fault, status) => {
  const { gateway, token } = await startScripted(closing, { steps: [{ fault, actions }] });
  const answer = await askModel(gateway, { dialect: 'anthropic', token, stream: false });
  expect(answer.status).toBe(status);
  expect(readPath(answer.json, 'content')).toBeUndefined();
});

test('a cut is also met by a client that does not stream', async () => {
  const { gateway, token } = await startScripted(closing, {
    steps: [{ fault: { cut: true }, actions }],
  });
  await expect(
    askModel(gateway, { dialect: 'openai', token, stream: false }),
  ).rejects.toMatchObject({ code: 'ECONNRESET' });
});
