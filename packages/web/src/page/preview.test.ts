import { expect, test } from 'vitest';
import { previewOf } from './preview.js';

test('an event is one short line, however much is in it', () => {
  const event = { type: 'x', seq: 1, text: 'a\nb', list: [1, 2, 3, 4], deep: { a: { b: true } } };
  expect(previewOf(event)).toBe('text: "a\\nb" list: [1,2,3, …] deep: {a: {b: true}}');
  const huge = { type: 'x', seq: 1, output: 'x'.repeat(10_000_000), rest: 'y' };
  expect(previewOf(huge).length).toBeLessThan(310);
});

test('what differs between events comes before the id of their call, which hid it', () => {
  const event = { type: 'tool_result', seq: 2, tool_id: '01a1.1.item_0', exit_code: 3 };
  expect(previewOf(event)).toBe('exit_code: 3 tool_id: "01a1.1.item_0"');
});
