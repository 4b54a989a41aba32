import type { EndEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { textOf } from '../../terminal/conversation/line.js';
import { type EndedTurn, turnFooter } from './turn-footer.js';

const ended = (end: Omit<EndEvent, 'type'>, rest: Partial<EndedTurn> = {}) =>
  turnFooter({
    ...{ agent: 'codex', milliseconds: 2300, sessionId: undefined, told: new Set<string>() },
    ...{ end: { type: 'end', ...end } },
    ...rest,
  }).map(textOf);

test('says what a turn took, what it used and what it cost', () => {
  const usage = { input_tokens: 2000, cached_input_tokens: 1200, output_tokens: 100 };
  const end = {
    status: 'success',
    usage: { ...usage, total_tokens: 2100, cost_usd: 0.12 },
  } as const;
  expect(ended(end)).toEqual([
    '✓ codex is done after 2.3 s · 2k tokens in (1.2k cached), 100 out · $0.12',
  ]);
});

test('says why it failed, unless that has been said, and what to watch out for', () => {
  const end = { status: 'failed', reason: 'No such key', warning: 'It is late.' } as const;
  const [head, why, warning] = ended(end);
  expect([head, why, warning]).toEqual([
    ...['✗ codex failed after 2.3 s', '  No such key', '! It is late.'],
  ]);
  expect(ended(end, { told: new Set(['No such key']) })).not.toContain('  No such key');
});

test('gives a command that a shell understands, whatever the id of the session', () => {
  const resume = (sessionId: string) => ended({ status: 'success' }, { sessionId }).at(-1);
  expect(resume('019-a.b_c')).toBe('  go on with it: dragoman exec --resume 019-a.b_c "…"');
  expect(resume("a'; rm -rf ~ #")).toContain(`--resume 'a'\\''; rm -rf ~ #' "…"`);
  expect(resume('a\u001b[2Jb')).not.toContain('\u001b');
});
