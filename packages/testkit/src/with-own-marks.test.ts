import { expect, test } from 'vitest';
import { withOwnMarks } from './with-own-marks.js';

const time = new Date('2026-01-02T03:04:05.678Z');
const ID = '01a1e182-05a1-7ec0-be91-1912b4b9770f';

test('a line gets another time and other ids, and nothing else changes', () => {
  const line = `{"timestamp":"2020-01-01T00:00:00.1Z","call_id":"call_a-1","turn":"${ID}","n":7}`;
  expect(withOwnMarks(line, { time, piece: 255 })).toBe(
    '{"timestamp":"2026-01-02T03:04:05.678Z","call_id":"call_a-1_0000ff","turn":"01a1e182-05a1-7ec0-be91-1912b40000ff","n":7}',
  );
});

test('a call and its answer still belong together', () => {
  const [call, answer] = ['{"id":"call_x"}', '{"answers":"call_x"}'].map((line) =>
    withOwnMarks(line, { time, piece: 1 }),
  );
  expect([call, answer]).toEqual(['{"id":"call_x_000001"}', '{"answers":"call_x_000001"}']);
});

test('a header has the id of the session', () => {
  expect(withOwnMarks(`{"id":"${ID}"}`, { time, piece: 1, sessionId: 'mine' })).toBe(
    '{"id":"mine"}',
  );
});
