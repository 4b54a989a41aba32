import { expect, test } from 'vitest';
import { createLogWriter } from './log-writer.js';

const line = (route: string) => ({ time: '', method: 'GET', route, status: 200, ms: 1 });

/** Somebody who takes what is written only when told to. */
function createReader() {
  const texts: string[] = [];
  const taken: (() => void)[] = [];
  const write = (text: string) => {
    texts.push(text);
    return new Promise<void>((resolve) => taken.push(resolve));
  };
  return { texts, write, take: () => taken.shift()?.() };
}

test('lines go out in their order, one write at a time; each request was a write', async () => {
  const { texts, write, take } = createReader();
  const log = createLogWriter(write);
  for (let count = 0; count < 100; count += 1) log.add(line(`/${count}`));
  expect(texts).toHaveLength(1);
  take();
  await expect.poll(() => texts.length).toBe(2);
  take();
  await log.written();
  const routes = texts.join('').trim().split('\n');
  expect(routes.map((text) => JSON.parse(text).route)).toEqual(
    Array.from({ length: 100 }, (_line, count) => `/${count}`),
  );
});

test('a log that nobody reads takes no more than a megabyte, and says what is missing', async () => {
  const { texts, write, take } = createReader();
  const log = createLogWriter(write);
  const long = line('x'.repeat(100_000));
  for (let count = 0; count < 30; count += 1) log.add(long);
  take();
  await expect.poll(() => texts.length).toBe(2);
  const [first = '', rest = ''] = texts;
  const lines = rest.trim().split('\n');
  expect(first.length + rest.length).toBeLessThan(1.3 * 1024 * 1024);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ missing_lines: 30 - lines.length });
  take();
  await log.written();
});
