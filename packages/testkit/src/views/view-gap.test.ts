import { type CanonicalBlock, reduce } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { leaveOut } from './level-views.js';
import { viewOf } from './session-views.js';
import { gapsOf, levelViews, shownGaps, type ViewGap, viewsAgree } from './view-gap.js';

const SAID = reduce([{ type: 'message', role: 'assistant', content: 'Hi.' }]);
const WARNED = reduce([
  { type: 'error', message: 'slow', fatal: false },
  { type: 'message', role: 'assistant', content: 'Hi.' },
]);

const WARNINGS: ViewGap = {
  id: 'warnings',
  missingIn: 'saved',
  what: 'Warnings.',
  since: '0.98.0',
  until: '0.135.0',
  level: ({ live, saved }) => ({
    live: { ...live, blocks: live.blocks.filter(({ kind }) => kind !== 'notice') },
    saved,
  }),
};

test('a version has the gaps that were there at its time, both ends included', () => {
  const has = (version: string) => gapsOf([WARNINGS], version).length === 1;
  expect(['0.97.0', '0.98.0', '0.121.0', '0.135.0', '0.136.0'].map(has)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  expect(gapsOf([{ ...WARNINGS, since: '0.1.0' }], '0.20.0')).toHaveLength(1);
});

test('levelled views are equal where the gap was all that set them apart', () => {
  const views = { live: viewOf(WARNED), saved: viewOf(SAID) };
  expect(views.live).not.toEqual(views.saved);
  const { live, saved } = levelViews(views, [WARNINGS]);
  expect(live).toEqual(saved);
});

const said = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'text', text });
const session = (version: string, live: readonly string[], saved: readonly string[]) => ({
  version,
  views: {
    live: { blocks: live.map(said), usage: undefined },
    saved: { blocks: saved.map(said), usage: undefined },
  },
});
const gap = (text: string, more: Partial<ViewGap> = {}): ViewGap => ({
  id: text,
  missingIn: 'live',
  what: text,
  level: leaveOut('saved', (block) => block.kind === 'text' && block.text === text),
  ...more,
});

test('views agree when they differ by their gaps alone', () => {
  expect(viewsAgree(session('1.0.0', ['a'], ['a', 'b']), [gap('b')])).toBe(true);
  expect(viewsAgree(session('1.0.0', ['a'], ['a', 'b']), [gap('c')])).toBe(false);
  expect(viewsAgree(session('1.0.0', ['a'], ['a', 'b']), [gap('b', { since: '2.0.0' })])).toBe(
    false,
  );
});

test('a gap is shown by the versions that need it', () => {
  const [closed, open] = [gap('b', { until: '2.0.0' }), gap('c')];
  const sessions = [
    session('1.0.0', ['a'], ['a', 'b']),
    session('2.0.0', ['a'], ['a', 'b', 'c']),
    session('3.0.0', ['a'], ['a', 'c']),
  ];
  const shown = shownGaps(sessions, [closed, open]);
  expect(shown.get(closed)).toEqual(new Set(['1.0.0', '2.0.0']));
  expect(shown.get(open)).toEqual(new Set(['2.0.0', '3.0.0']));
});
