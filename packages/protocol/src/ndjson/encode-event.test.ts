import { expect, test } from 'vitest';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { encodeEvent } from './encode-event.js';

test('puts the type first and one newline last', () => {
  const event: DragomanEvent = { content: 'a\nb', role: 'user', type: 'message' };
  expect(encodeEvent(event)).toBe('{"type":"message","content":"a\\nb","role":"user"}\n');
  expect(encodeEvent({ type: 'ping' })).toBe('{"type":"ping"}\n');
});

test('puts the type first even when a key is a number, which objects list first', () => {
  const event = { type: 'ping' as const, '1': 'x' };
  expect(encodeEvent(event)).toBe('{"type":"ping","1":"x"}\n');
});

test('leaves out fields without a value', () => {
  expect(encodeEvent({ type: 'init', session_id: undefined })).toBe('{"type":"init"}\n');
});

test('escapes what some readers take for a line break, and half characters', () => {
  const content = '\u2028\u2029\u0085\ud800\r\n';
  const line = encodeEvent({ type: 'stderr', content });
  expect(line).toBe('{"type":"stderr","content":"\\u2028\\u2029\\u0085\\ud800\\r\\n"}\n');
  expect(JSON.parse(line)).toEqual({ type: 'stderr', content });
});

test('writes a value nested 100,000 deep', () => {
  const native = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(encodeEvent({ type: 'raw', native })).toHaveLength(
    200_000 + '{"type":"raw","native":}\n'.length,
  );
});

test('says what is wrong when an event holds what JSON cannot express', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  expect(() => encodeEvent({ type: 'raw', native: cyclic })).toThrowError(
    expect.objectContaining({ code: 'event_not_json' }),
  );
});
