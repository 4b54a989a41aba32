import { reduce } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { gapsOf, levelViews, type ViewGap, viewOf } from './view-gap.js';

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
