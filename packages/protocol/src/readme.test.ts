import { readFileSync } from 'node:fs';
import { encodeEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { finalText } from '../examples/readme.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the example of the README is the one that is tested here', () => {
  const [, code] = /```ts\n(.*?)```/s.exec(read('../README.md')) ?? [];
  expect(code).toBe(read('../examples/readme.ts'));
});

test('the example gives the last text of a turn that succeeded', () => {
  const lines = [
    encodeEvent({ type: 'message', role: 'assistant', content: 'I will look.' }),
    encodeEvent({ type: 'message', role: 'assistant', content: 'Do', delta: true }),
    encodeEvent({ type: 'message', role: 'assistant', content: 'ne. ✓', delta: true }),
    encodeEvent({ type: 'end', status: 'success', exit_code: 0 }),
  ];
  const bytes = new TextEncoder().encode(lines.join(''));
  expect(finalText([...bytes].map((byte) => Uint8Array.of(byte)))).toBe('Done. ✓');
});

test('the example does not pass a failure off as an answer', () => {
  const end = encodeEvent({ type: 'end', status: 'failed', reason: 'Invalid API key' });
  expect(() => finalText([end])).toThrowError('Invalid API key');
});
