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
