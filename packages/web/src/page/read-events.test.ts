import { expect, test } from 'vitest';
import { createEventReader } from './read-events.js';

const bytes = (...lines: readonly unknown[]) =>
  new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const event = (seq: number) => ({ type: 'message', seq, content: `${seq} – é` });

test('pieces of any size become events, each once', () => {
  const reader = createEventReader();
  const all = bytes(event(1), { type: 'ping' }, event(2), event(2), event(3));
  const seen = [...all].flatMap((byte) => reader.push(new Uint8Array([byte])));
  expect(seen).toEqual([event(1), event(2), event(3)]);
  expect(reader.cursor).toBe(3);
});

test('a line that was cut off with its connection comes whole over the next one', () => {
  const reader = createEventReader();
  const second = bytes(event(2));
  expect(reader.push(bytes(event(1)))).toHaveLength(1);
  expect(reader.push(second.slice(0, 10))).toEqual([]);
  reader.restart(reader.cursor);
  expect(reader.push(second)).toEqual([event(2)]);
});

test('what is no event has its place among them', () => {
  const reader = createEventReader();
  const broken = new TextEncoder().encode('nonsense\n[1]\n{"seq":3}\n');
  expect(reader.push(broken).map(({ type, seq }) => `${type} ${seq}`)).toEqual([
    'unreadable 1',
    'unreadable 2',
    'unreadable 3',
  ]);
  expect(reader.push(bytes(event(4)))).toEqual([event(4)]);
});
