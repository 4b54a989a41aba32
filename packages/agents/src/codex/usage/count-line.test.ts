import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isCountLine, readCountLine } from './count-line.js';
import { createSavedUsageCounter } from './saved-usage-counter.js';

interface Total {
  readonly input: number;
  readonly output: number;
}

const figures = ({ input, output }: Total) => ({
  input_tokens: input,
  cached_input_tokens: 0,
  output_tokens: output,
  reasoning_output_tokens: 0,
  total_tokens: input + output,
});

const payload = (total: Total) => ({
  type: 'token_count',
  info: {
    total_token_usage: figures(total),
    last_token_usage: figures({ input: 1, output: 1 }),
    model_context_window: 9,
  },
  rate_limits: null,
});

const lineOf = (total: Total) =>
  JSON.stringify({
    timestamp: '2026-11-15T23:19:10.441Z',
    type: 'event_msg',
    payload: payload(total),
  });

const SOME: Total = { input: 1, output: 1 };

describe('the line of a running total', () => {
  test('gives its figures without being parsed', () => {
    const line = lineOf({ input: 1234, output: 56 });
    expect(isCountLine(line)).toBe(true);
    expect(readCountLine(line).total).toEqual({ input_tokens: 1234, output_tokens: 56 });
    expect(readCountLine(line).read()).toEqual(payload({ input: 1234, output: 56 }));
  });

  test('is told from any other', () => {
    expect(isCountLine(lineOf(SOME).slice(0, -1))).toBe(false);
    expect(isCountLine(JSON.stringify({ type: 'event_msg', payload: payload(SOME) }))).toBe(false);
  });

  test('that is broken inside is a count of nothing', () => {
    const broken = lineOf(SOME).replace('"last_token_usage"', 'last_token_usage');
    expect(readCountLine(broken).read()).toEqual({});
  });

  test('is known in the recordings of every version that writes it', () => {
    const versions = new Set<string>();
    for (const { agent, view, version, bytes } of recordings()) {
      if (agent !== 'codex' || view !== 'saved') continue;
      const lines = Buffer.from(bytes()).toString('utf8').split('\n');
      if (lines.some((line) => isCountLine(line))) versions.add(version);
    }
    expect([...versions]).toContain('0.42.0');
    expect([...versions]).toContain('0.166.0');
  });
});

test('counts that are read only when asked for give what counts read at once give', () => {
  const total = fc.record({ input: fc.nat({ max: 9 }), output: fc.nat({ max: 9 }) });
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ grown: total }) },
    fc.record({ restarted: total }),
    fc.constantFrom('new process' as const, 'turn' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const atOnce = createSavedUsageCounter();
      const later = createSavedUsageCounter();
      let now: Total = { input: 0, output: 0 };
      for (const taken of steps) {
        if (taken === 'turn') expect(later.takeTurn()).toEqual(atOnce.takeTurn());
        else if (taken === 'new process') {
          for (const counter of [atOnce, later]) counter.tokenCount({ info: null });
        } else {
          now = 'restarted' in taken ? taken.restarted : sum(now, taken.grown);
          atOnce.tokenCount(payload(now));
          later.tokenCountUnread(readCountLine(lineOf(now)));
        }
      }
      expect(later.total()).toEqual(atOnce.total());
    }),
  );
});

function sum(left: Total, right: Total): Total {
  return { input: left.input + right.input, output: left.output + right.output };
}
