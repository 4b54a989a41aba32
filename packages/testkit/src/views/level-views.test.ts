import type { CanonicalBlock, CanonicalResult } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import {
  leaveOut,
  leaveOutUnmatched,
  orderNeighbours,
  rewrite,
  rewriteResults,
  usesMore,
} from './level-views.js';
import type { SessionViews } from './session-views.js';

const said = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'text', text });
const call = (input: string, text?: string): CanonicalBlock => ({
  role: 'assistant',
  kind: 'tool',
  name: 'Bash',
  input,
  ...(text !== undefined && { result: { text, status: 'success' as const } }),
});
const views = (live: CanonicalBlock[], saved: CanonicalBlock[]): SessionViews => ({
  live: { blocks: live, usage: undefined },
  saved: { blocks: saved, usage: undefined },
});
const blocks = ({ live, saved }: SessionViews) => [live.blocks, saved.blocks];

test('blocks are left out of the view that is named, and of no other', () => {
  const both = [said('a'), said('b')];
  const level = leaveOut('saved', (block) => block.kind === 'text' && block.text === 'a');
  expect(blocks(level(views(both, both)))).toEqual([both, [said('b')]]);
});

test('the steps of a sub-agent still name their call when blocks before it are left out', () => {
  const step = (parent: number): CanonicalBlock => ({ ...said('step'), parent });
  const level = leaveOut('saved', (block) => block.kind === 'text' && block.text === 'a');
  const saved = [said('a'), call('x'), said('a'), call('y'), step(1), step(3)];
  expect(blocks(level(views([], saved)))[1]).toEqual([call('x'), call('y'), step(0), step(1)]);
});

test('blocks of one view are rewritten', () => {
  const level = rewrite('live', (block) => ({ ...block, role: 'user' }));
  const { live, saved } = level(views([said('a')], [said('a')]));
  expect([live.blocks[0]?.role, saved.blocks[0]?.role]).toEqual(['user', 'assistant']);
});

test('results are rewritten call by call, equal calls in their order', () => {
  const take = (_own: CanonicalResult | undefined, other: CanonicalResult | undefined) => other;
  const live = [call('x', '1'), call('x', '2'), call('y', '3')];
  const saved = [call('x', 'one'), said('a'), call('x')];
  expect(blocks(rewriteResults('live', take)(views(live, saved)))[0]).toEqual([
    call('x', 'one'),
    call('x'),
    call('y', '3'),
  ]);
});

test('calls that the other view lacks are left out, one for one, where that is allowed', () => {
  const live = [call('x'), call('x'), call('y'), said('a')];
  const level = leaveOutUnmatched('live', ({ input }) => input === 'x');
  expect(blocks(level(views(live, [call('x')])))[0]).toEqual([call('x'), call('y'), said('a')]);
});

test('of calls that differ only in what came of them, the one that may be missing is left out', () => {
  const level = leaveOutUnmatched('saved', ({ result }) => result?.text === 'refused');
  const saved = [call('x', 'refused'), call('x', 'done')];
  expect(blocks(level(views([call('x', 'done')], saved)))[1]).toEqual([call('x', 'done')]);
  expect(blocks(level(views([call('x', 'cut')], saved)))[1]).toEqual([call('x', 'done')]);
});

test('neighbouring calls are put in one order, and no call passes a word', () => {
  const live = [call('b', '1'), call('a', '2'), said('x'), call('d', '3'), call('c', '4')];
  const saved = [call('a', '2'), call('b', '1'), said('x'), call('c', '4'), call('d', '3')];
  const [left, right] = blocks(orderNeighbours(views(live, saved)));
  expect(left).toEqual(right);
  const passed = [call('a', '2'), said('x'), call('b', '1'), call('c', '4'), call('d', '3')];
  const [one, other] = blocks(orderNeighbours(views(live, passed)));
  expect(one).not.toEqual(other);
});

test('tokens count as used wherever they come from', () => {
  const view = (fresh: number, cached = 0) => ({
    blocks: [],
    usage: {
      input_tokens: fresh + cached,
      cached_input_tokens: cached,
      output_tokens: 0,
      total_tokens: fresh + cached,
    },
  });
  expect(usesMore(view(4, 6), view(9))).toBe(true);
  expect(usesMore(view(4, 6), view(10))).toBe(false);
  expect(usesMore({ blocks: [], usage: undefined }, view(1))).toBe(false);
});
