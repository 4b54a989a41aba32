import { parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { createLineParser } from './line-parser.js';

const saved = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'saved');

test('gives what parsing gives, for every line of every recording', () => {
  for (const recording of saved) {
    const parse = createLineParser();
    for (const line of new TextDecoder().decode(recording.bytes()).split('\n')) {
      expect(parse(line)).toEqual(parseJson(line));
    }
  }
});

test('takes a record that repeats the last for that one, at its own time', () => {
  const parse = createLineParser();
  const line = (second: number) =>
    `{"timestamp":"2026-01-02T03:04:0${second}.006Z","type":"turn_context","payload":{"cwd":"/a"}}`;
  const [first, again] = [parse(line(1)), parse(line(2))];
  expect(again).toEqual(parseJson(line(2)));
  expect(first.ok && again.ok && Object(first.value).payload).toBe(
    again.ok && Object(again.value).payload,
  );
});

test.each([
  '{"timestamp":"2026-01-02T03:04:05.006Z" "type":"turn_context","payload":{"cwd":"/a"}}',
  '{"timestamp":"2026-01-02T03:04:05.\\q06Z","type":"turn_context","payload":{"cwd":"/a"}}',
  '{"timestamp":"2026-01-02T03:04:05.006Z","type":"turn_context","payload":{"cwd":"/a"}',
  '{"timestamp":"","type":"turn_context","payload":{"cwd":"/a"}}',
  '{"timestamp":"\u0001","type":"turn_context","payload":{"cwd":"/a"}}',
])('is not misled by a line that only looks like a repetition: %s', (line) => {
  const parse = createLineParser();
  parse('{"timestamp":"2026-01-02T03:04:05.006Z","type":"turn_context","payload":{"cwd":"/a"}}');
  expect(parse(line).ok).toBe(parseJson(line).ok);
});
