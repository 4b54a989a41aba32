import type { CanonicalBlock, CanonicalResult, MessageUsage } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import type { SessionViews } from '../interpret/view-gap.js';
import { claudeGaps } from './gaps.js';

const said = (text: string, fields: Partial<CanonicalBlock> = {}): CanonicalBlock =>
  Object.assign({ role: 'assistant' as const, kind: 'text' as const, text }, fields);
const notice = (kind: 'error' | 'interrupted' | 'warning', text: string): CanonicalBlock => ({
  role: 'system',
  kind: 'notice',
  notice: kind,
  text,
});
const call = (result?: CanonicalResult): CanonicalBlock => ({
  role: 'assistant',
  kind: 'tool',
  name: 'Bash',
  input: '{}',
  ...(result !== undefined && { result }),
});
const STOPPED: CanonicalResult = { text: 'stopped', status: 'cancelled' };
const DONE: CanonicalResult = { text: 'done', status: 'success' };
const usage = (outputTokens: number, costUsd?: number): MessageUsage => ({
  inputTokens: 100,
  outputTokens,
  totalTokens: 100 + outputTokens,
  ...(costUsd !== undefined && { costUsd }),
});

interface View {
  readonly blocks?: readonly CanonicalBlock[];
  readonly usage?: MessageUsage;
}

function level(id: string, live: View, saved: View): SessionViews {
  const gap = claudeGaps.find((one) => one.id === id);
  if (gap === undefined) throw new Error(`there is no gap ${id}`);
  const view = ({ blocks = [], usage: used }: View) => ({ blocks, usage: used });
  return gap.level({ live: view(live), saved: view(saved) });
}

/** For each gap: what it levels, and something like it that it must leave alone. */
const CASES: Readonly<Record<string, readonly [levelled: [View, View], left: [View, View]]>> = {
  prompts: [
    [{ blocks: [said('Hi.')] }, { blocks: [said('Hi.'), said('go on', { role: 'user' })] }],
    [
      { blocks: [said('Hi.'), said('and on', { role: 'user' })] },
      { blocks: [said('Hi.'), said('go on', { role: 'user' })] },
    ],
  ],
  'words-of-sub-agents': [
    [{ blocks: [call(DONE)] }, { blocks: [call(DONE), said('I count.', { parent: 0 })] }],
    [{ blocks: [call(DONE)] }, { blocks: [call(DONE), said('I count.')] }],
  ],
  limits: [
    [{ blocks: [notice('error', 'Reached maximum budget ($1)')] }, { blocks: [] }],
    [{ blocks: [notice('error', 'API Error: 400')] }, { blocks: [] }],
  ],
  'unanswered-calls': [
    [{ blocks: [said('a'), call()] }, { blocks: [said('a')] }],
    [{ blocks: [said('a'), call(DONE)] }, { blocks: [said('a')] }],
  ],
  'words-under-way': [
    [
      { blocks: [said('One.'), said('Tw'), notice('interrupted', '')] },
      { blocks: [said('One.'), notice('interrupted', '')] },
    ],
    [{ blocks: [said('One.'), said('Two.')] }, { blocks: [said('One.')] }],
  ],
  'results-of-stopped-calls': [
    [
      { blocks: [call(STOPPED), notice('interrupted', '')] },
      { blocks: [call(), notice('interrupted', '')] },
    ],
    [{ blocks: [call(STOPPED), said('Go on.')] }, { blocks: [call(), said('Go on.')] }],
  ],
  interruptions: [
    [{ blocks: [said('a'), notice('interrupted', '')] }, { blocks: [said('a')] }],
    [{ blocks: [notice('interrupted', ''), said('a')] }, { blocks: [said('a')] }],
  ],
  cost: [
    [{ usage: usage(5, 0.5) }, { usage: usage(5) }],
    [{ usage: usage(5, 0.5) }, { usage: usage(6) }],
  ],
  'output-tokens': [
    [{ usage: usage(50) }, { usage: usage(1) }],
    [{ usage: usage(50) }, { usage: usage(51) }],
  ],
  'usage-of-cut-off-turns': [
    [{ blocks: [call()] }, { blocks: [call()], usage: usage(5) }],
    [{ blocks: [call(DONE)] }, { blocks: [call(DONE)], usage: usage(5) }],
  ],
  'usage-of-empty-replies': [
    [
      {
        blocks: [notice('warning', '[Your previous response had no visible output.]')],
        usage: usage(9),
      },
      {
        blocks: [notice('warning', '[Your previous response had no visible output.]')],
        usage: usage(5),
      },
    ],
    [
      { blocks: [said('a')], usage: usage(9) },
      { blocks: [said('a')], usage: usage(5) },
    ],
  ],
  'usage-of-broken-replies': [
    [{ usage: usage(9, 0.5) }, { usage: usage(5, 0.5) }],
    [{ usage: usage(9, 0.5) }, { usage: usage(5, 0.4) }],
  ],
};

describe.each(claudeGaps)('$id', ({ id }) => {
  const [levelled, left] = CASES[id] ?? [];

  test('makes the views equal where one of them lacks it', () => {
    if (levelled === undefined) throw new Error('every gap has a case');
    const { live, saved } = level(id, ...levelled);
    expect(live).toEqual(saved);
  });

  test('leaves another difference alone', () => {
    if (left === undefined) throw new Error('every gap has a case');
    const { live, saved } = level(id, ...left);
    expect(live).not.toEqual(saved);
  });
});
