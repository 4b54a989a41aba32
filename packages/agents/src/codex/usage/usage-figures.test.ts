import type { UsageFigures } from '@dragoman/protocol';
import { usageFigures } from '@dragoman/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUsageFigures, readUsageFigures, sameUsage, subtractUsage } from './usage-figures.js';

const NATIVE = { input_tokens: 1000, cached_input_tokens: 600, output_tokens: 50 };
const FIGURES = { ...NATIVE, total_tokens: 1050 };

test('reads what a version says and leaves absent what it doesn’t', () => {
  expect(readUsageFigures(NATIVE)).toEqual(FIGURES);
  const native = { ...NATIVE, reasoning_output_tokens: 10, cache_write_input_tokens: 0 };
  expect(readUsageFigures(native)).toEqual({
    ...FIGURES,
    reasoning_tokens: 10,
    cache_write_input_tokens: 0,
  });
});

test.each([
  undefined,
  {},
  { input_tokens: 1 },
  { input_tokens: '1', output_tokens: 1 },
  { input_tokens: -1, output_tokens: 1 },
  { input_tokens: 1e300, output_tokens: 1 },
])('finds no figures in %j', (native) => {
  expect(readUsageFigures(native)).toBeUndefined();
});

test('what a total has grown by never is less than nothing', () => {
  expect(subtractUsage(FIGURES, FIGURES)).toEqual({
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    total_tokens: 0,
  });
  const before: UsageFigures = { input_tokens: 400, output_tokens: 80, total_tokens: 480 };
  expect(subtractUsage(FIGURES, before)).toEqual({
    input_tokens: 600,
    cached_input_tokens: 600,
    output_tokens: 0,
    total_tokens: 600,
  });
});

test('figures that one side lacks don’t make two amounts differ', () => {
  expect(sameUsage(FIGURES, { ...FIGURES, reasoning_tokens: 7 })).toBe(true);
  expect(sameUsage(FIGURES, { ...FIGURES, cached_input_tokens: 7 })).toBe(false);
});

const amount = fc.nat({ max: 1_000_000 });
const figures = fc.tuple(amount, amount, amount, amount).map(([input, cached, output, thought]) => {
  return readUsageFigures({
    input_tokens: input,
    cached_input_tokens: cached,
    output_tokens: output,
    reasoning_output_tokens: thought,
  });
});

test('subtracting undoes adding, and both give figures of the event language', () => {
  fc.assert(
    fc.property(figures, figures, (one, other) => {
      if (one === undefined || other === undefined) throw new Error('these have figures');
      const sum = addUsageFigures(one, other);
      expect(subtractUsage(sum, one)).toEqual(other);
      expect(usageFigures.safeParse(sum).success).toBe(true);
      expect(addUsageFigures(undefined, other)).toEqual(other);
    }),
  );
});
