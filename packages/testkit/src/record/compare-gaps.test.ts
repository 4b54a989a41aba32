import type { CanonicalBlock } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { leaveOut } from '../views/level-views.js';
import type { VersionedViews, ViewGap } from '../views/view-gap.js';
import { compareGaps } from './compare-gaps.js';

const said = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'text', text });
const session = (version: string, live: string, saved: string): VersionedViews => ({
  version,
  views: {
    live: { blocks: [...live].map(said), usage: undefined },
    saved: { blocks: [...saved].map(said), usage: undefined },
  },
});
const gap = (id: string, more: Partial<ViewGap> = {}): ViewGap => ({
  id,
  missingIn: 'live',
  what: id,
  level: leaveOut('saved', (block) => block.kind === 'text' && block.text === id),
  ...more,
});
const changes = (live: [string, string], known: [string, string], ...gaps: ViewGap[]) =>
  compareGaps([session('2.0.0', ...live)], [session('1.0.0', ...known)], gaps).map(
    ({ gap: { id }, change }) => `${id} ${change}`,
  );

test('a gap that shows in both versions, or in none, has not changed', () => {
  expect(changes(['a', 'ab'], ['a', 'ab'], gap('b'), gap('c'))).toEqual([]);
});

test('a gap that shows in one of them has opened or closed', () => {
  expect(changes(['a', 'ab'], ['a', 'ac'], gap('b'), gap('c'))).toEqual(['b opened', 'c closed']);
});

test('views that differ in something else say nothing of a gap', () => {
  expect(changes(['a', 'a'], ['a', 'ax'], gap('b'), gap('c'))).toEqual([]);
});

test('a gap that begins or ends between the versions is known', () => {
  const [begun, ended] = [gap('b', { since: '2.0.0' }), gap('c', { until: '1.0.0' })];
  expect(changes(['a', 'ab'], ['a', 'ac'], begun, ended)).toEqual([]);
});

test('a gap that ends too early is named, where it is all that sets the views apart', () => {
  const closed = gap('b', { until: '1.0.0' });
  expect(changes(['a', 'ab'], ['a', 'ab'], closed)).toEqual(['b beyond']);
  expect(changes(['a', 'abx'], ['a', 'a'], closed)).toEqual([]);
});
