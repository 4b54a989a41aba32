import type { CanonicalBlock, CanonicalResult } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import type { SessionViews } from '../interpret/view-gap.js';
import { opencodeGaps } from './gaps.js';

const say = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'text', text });
const ask = (text: string): CanonicalBlock => ({ role: 'user', kind: 'text', text });
const think = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'thinking', text });
const notice = (
  kind: 'error' | 'warning' | 'aborted' | 'compacted',
  text = '',
): CanonicalBlock => ({
  role: 'system',
  kind: 'notice',
  notice: kind,
  text,
});
const call = (command: string, result?: Partial<CanonicalResult>): CanonicalBlock => ({
  role: 'assistant',
  kind: 'tool',
  name: 'Bash',
  input: JSON.stringify({ command }),
  ...(result && { result: { text: '', status: 'success', ...result } }),
});

/** The two views of a session after one gap is levelled. */
function levelled(id: string, live: CanonicalBlock[], saved: CanonicalBlock[]): SessionViews {
  const gap = opencodeGaps.find((one) => one.id === id);
  if (gap === undefined) throw new Error(`no gap ${id}`);
  const of = (blocks: CanonicalBlock[]) => ({ blocks, usage: undefined });
  return gap.level({ live: of(live), saved: of(saved) });
}

type Case = [id: string, what: string, live: CanonicalBlock[], saved: CanonicalBlock[]];

const done = { status: 'success' } as const;
const bad = { status: 'error' } as const;

describe('a gap levels', () => {
  const cases: Case[] = [
    ['prompts', 'what the user says', [say('a')], [say('a'), ask('more')]],
    ['thoughts', 'thoughts, where live has none', [say('a')], [think('t'), say('a')]],
    [
      'summaries',
      'a summary that live takes for speech',
      [say('a'), say('s'), say('b')],
      [say('a'), notice('compacted', 's'), say('b')],
    ],
    ['overflows', 'a warning', [notice('warning'), say('a')], [say('a')]],
    ['early-failures', 'a failure', [notice('error', 'no')], []],
    ['refusals', 'that a refusal ended the turn', [say('a')], [say('a'), notice('aborted')]],
    ['failed-calls', 'a call that failed', [say('a')], [call('x', bad), say('a')]],
    ['open-calls', 'a call under way', [say('a')], [say('a'), call('x')]],
    ['endings', 'the last words', [call('a', done)], [call('a', done), think('t'), say('b')]],
    [
      'order-in-replies',
      'the order of calls at once',
      [call('b', done), call('a', done)],
      [call('a', done), call('b', done)],
    ],
    [
      'order-in-replies',
      'words that follow a call',
      [say('x'), say('y'), call('a', done), say('z')],
      [say('x'), call('a', done), say('y'), say('z')],
    ],
  ];
  test.each(cases)('%s: %s', (id, _, live, saved) => {
    const views = levelled(id, live, saved);
    expect(views.live).toEqual(views.saved);
  });

  test('each of them is tested', () => {
    expect(new Set(cases.map(([id]) => id))).toEqual(new Set(opencodeGaps.map(({ id }) => id)));
  });
});

test('what an ending used that live lost is left out with it, and no other difference', () => {
  const gap = opencodeGaps.find(({ id }) => id === 'endings');
  const used = (totalTokens: number) => ({
    inputTokens: 0,
    outputTokens: totalTokens,
    totalTokens,
  });
  const level = (liveTokens: number, savedTokens: number) =>
    gap?.level({
      live: { blocks: [], usage: used(liveTokens) },
      saved: { blocks: [say('a')], usage: used(savedTokens) },
    });
  expect(level(1, 2)?.saved.usage).toEqual(used(1));
  expect(level(2, 1)?.saved.usage).toEqual(used(1));
});

describe('a gap leaves apart', () => {
  const cases: Case[] = [
    ['prompts', 'what the agent says', [say('a')], [say('a'), say('more')]],
    ['thoughts', 'one thought of two', [think('t')], [think('t'), think('u')]],
    ['summaries', 'speech that is no summary', [say('a'), say('b')], [notice('compacted', 's')]],
    [
      'summaries',
      'the second of two equal texts',
      [say('s'), say('s')],
      [notice('compacted', 's'), say('other')],
    ],
    ['overflows', 'a failure', [notice('error'), say('a')], [say('a')]],
    ['early-failures', 'two failures', [notice('error', 'no')], [notice('error', 'yes')]],
    ['refusals', 'a failure', [say('a')], [say('a'), notice('error')]],
    ['failed-calls', 'a call that went well', [say('a')], [call('x', done), say('a')]],
    ['failed-calls', 'two ends of one call', [call('x', done)], [call('x', bad)]],
    ['open-calls', 'a call with an answer', [say('a')], [say('a'), call('x', done)]],
    ['endings', 'a call at the end', [say('a')], [say('a'), call('a', done)]],
    ['endings', 'other words', [say('a'), say('c')], [say('a'), say('b')]],
    [
      'order-in-replies',
      'a call before the words that came before it',
      [call('a', done), say('x')],
      [say('x'), call('a', done)],
    ],
    [
      'order-in-replies',
      'a call in another reply',
      [think('t'), call('a', done)],
      [call('a', done), think('t')],
    ],
    [
      'order-in-replies',
      'two ends of one call',
      [call('b', done), call('a', bad)],
      [call('a', done), call('b', done)],
    ],
  ];
  test.each(cases)('%s: %s', (id, _, live, saved) => {
    const views = levelled(id, live, saved);
    expect(views.live).not.toEqual(views.saved);
  });
});
