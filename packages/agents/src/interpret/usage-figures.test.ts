import { addUsageFigures, type UsageFigures, usageFigures } from '@dragoman/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameUsage, smallerUsage, subtractUsage } from './usage-figures.js';

const FIGURES: UsageFigures = {
  input_tokens: 1000,
  cached_input_tokens: 600,
  output_tokens: 50,
  total_tokens: 1050,
};

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
const figures = fc
  .tuple(amount, amount, amount, amount)
  .map(([input, cached, output, thought]) => ({
    input_tokens: input,
    cached_input_tokens: cached,
    output_tokens: output,
    reasoning_tokens: thought,
    total_tokens: input + output,
  }));

test('subtracting undoes adding, and both give figures of the event language', () => {
  fc.assert(
    fc.property(figures, figures, (one, other) => {
      const sum = addUsageFigures(one, other);
      expect(subtractUsage(sum, one)).toEqual(other);
      expect(usageFigures.safeParse(sum).success).toBe(true);
      expect(addUsageFigures(undefined, other)).toEqual(other);
    }),
  );
});

test('a figure that only one of two amounts has is that of their sum', () => {
  const other: UsageFigures = { input_tokens: 1, output_tokens: 2, total_tokens: 3, cost_usd: 0.5 };
  const sum = {
    ...FIGURES,
    input_tokens: 1001,
    output_tokens: 52,
    total_tokens: 1053,
    cost_usd: 0.5,
  };
  expect(addUsageFigures(FIGURES, other)).toEqual(sum);
  expect(addUsageFigures(other, FIGURES)).toEqual(sum);
});

test('what is in both of two amounts is the smaller of each figure', () => {
  const other: UsageFigures = { input_tokens: 400, output_tokens: 80, total_tokens: 480 };
  expect(smallerUsage(FIGURES, other)).toMatchObject({ input_tokens: 400, output_tokens: 50 });
});
