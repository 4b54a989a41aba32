import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createCodexUsageReader } from './usage-reader.js';

test('a record that is named like what every object has counts nothing', () => {
  const calls: unknown[] = [];
  const reader = createCodexUsageReader();
  for (const type of ['__proto__', 'constructor', 'toString']) {
    const record = JSON.parse(
      `{ "type": ${JSON.stringify(type)}, "payload": { "type": "token_" } }`,
    );
    reader.read(record, { call: (call) => calls.push(call), count: (count) => calls.push(count) });
  }
  expect(calls).toEqual([]);
});

test('a count of things that have no text counts nothing, and stops nothing', () => {
  const calls: unknown[] = [];
  const total = { input_tokens: { toString: 1 }, output_tokens: 5 };
  const payload = { type: 'token_count', info: { total_token_usage: total } };
  createCodexUsageReader().read(
    { type: 'event_msg', payload },
    { call: (call) => calls.push(call), count: (count) => calls.push(count) },
  );
  expect(calls).toEqual([]);
});

test('what is taken of a count without parsing the line is what the line says', () => {
  const { quickly } = createCodexUsageReader();
  const lines = recordings()
    .filter(({ agent, view }) => agent === 'codex' && view === 'saved')
    .flatMap((recording) => recording.bytes().toString().split('\n'));
  const counts = lines.filter((line) => quickly?.(line) !== undefined);
  expect(counts.length).toBeGreaterThan(100);
  for (const line of counts) {
    const { timestamp, type, payload } = JSON.parse(line);
    const { total_token_usage, last_token_usage } = payload.info;
    expect(quickly?.(line)).toEqual({
      ...{ timestamp, type },
      payload: { type: payload.type, info: { total_token_usage, last_token_usage } },
    });
  }
});
