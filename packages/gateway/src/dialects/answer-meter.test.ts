import { expect, test } from 'vitest';
import { createAnswerMeter } from './answer-meter.js';
import { openai } from './openai.js';

function meter(chunks: readonly (string | Buffer)[], flush = true) {
  const usage = {
    requests: 0,
    inputTokens: 0,
    cachedInputTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
  };
  const answer = createAnswerMeter(openai, usage);
  for (const chunk of chunks) answer.push(Buffer.from(chunk));
  if (flush) answer.flush();
  expect(answer.tokens().inputTokens).toBe(usage.inputTokens);
  return usage.inputTokens;
}

const JSON_ANSWER = '{"usage":{"input_tokens":11}}';
const EVENT = `data: {"response":${JSON_ANSWER}}`;

test.each([
  ['events', [`${EVENT}\n\n`]],
  ['events that end in carriage returns', [`${EVENT}\r\r`]],
  ['events after a byte order mark', [`\ufeff${EVENT}\n\n`]],
  ['a byte order mark in pieces', [Buffer.from([0xef]), Buffer.from([0xbb, 0xbf]), `${EVENT}\n\n`]],
  ['a last event without its blank line', [EVENT]],
  ['events after a comment', [`: hello\n\n${EVENT}\n\n`]],
  ['JSON', [JSON_ANSWER]],
  ['JSON after white space', ['\n ', JSON_ANSWER]],
  ['JSON after a byte order mark', [`\ufeff${JSON_ANSWER}`]],
  ['JSON byte by byte', [...JSON_ANSWER]],
])('counts %s, whatever the content type said', (_name, chunks) => {
  expect(meter(chunks)).toBe(11);
});

test('counts as it goes by: a later event replaces what an earlier one said', () => {
  const later = EVENT.replace('11', '15');
  expect(meter([`${EVENT}\n\n`], false)).toBe(11);
  expect(meter([`${EVENT}\n\n`, `${later}\n\n`], false)).toBe(15);
});

test('an answer without a word of usage counts for nothing', () => {
  for (const chunks of [[], [''], ['\n'], ['not found'], ['{}']]) expect(meter(chunks)).toBe(0);
});
