import { expect, test } from 'vitest';
import { claudeUncounted } from './claude/uncounted.js';
import { countUncounted } from './uncounted.js';

const usual = { inputTokens: 1000, cachedInputTokens: 600, outputTokens: 50 };
const nothing = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
const tokens = { inputTokens: 7, cachedInputTokens: 3, outputTokens: 2, reasoningTokens: 0 };
const aside = { kind: 'aside', isWhole: true, turn: 0, tokens } as const;
const run = { turns: [], sessions: [], replies: [aside], usual };

test('counts replies that report what every reply does by their number', () => {
  const rows = [{ what: 'the summary', until: '2.0.0', in: () => 2 }];
  expect(countUncounted(rows, '2.0.0', run)).toStrictEqual({
    inputTokens: 2000,
    cachedInputTokens: 1200,
    outputTokens: 100,
  });
  expect(countUncounted(rows, '2.0.1', run)).toStrictEqual(nothing);
});

test.each([
  ['1.0.112', 7],
  ['1.0.113', 0],
  ['2.0.21', 0],
  ['2.0.22', 7],
  ['2.0.34', 7],
  ['2.0.35', 0],
])('what Claude Code %s asks on the side counts as what it reported, if at all', (version, sum) => {
  expect(countUncounted(claudeUncounted, version, run).inputTokens).toBe(sum);
});
