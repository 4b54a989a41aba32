import { expect, test } from 'vitest';
import { leaveOut } from '../views/level-views.js';
import type { RecordShape } from './record-shapes.js';
import { needsWork, type VersionReport, versionPage } from './version-page.js';

const shape = (native: string, more: Partial<RecordShape> = {}): RecordShape => ({
  view: 'live',
  native,
  count: 2,
  disposition: 'mapped',
  unknown: 0,
  fields: new Map([['type', native]]),
  scenarios: new Set(['a-fork', 'an-image', 'odd-output', 'plan-mode']),
  ...more,
});
const gap = {
  id: 'dreams',
  missingIn: 'live' as const,
  what: 'what it dreams',
  level: leaveOut('saved', () => false),
};
const clean: VersionReport = {
  agent: 'parrot',
  version: '2.0.0',
  known: '1.0.0',
  rows: [{ scenario: 'a fork', laws: [], tokens: [] }],
  unsupported: [],
  compared: 1,
  unknown: [],
  difference: { newTypes: [], goneTypes: [], newFields: [], goneFields: [] },
  seenIn: () => '',
  gaps: [],
  folder: '/recordings/parrot/2.0.0',
  files: 3,
  bytes: 5000,
};

test('a version with nothing wrong and nothing new has a page that says so', () => {
  const page = versionPage(clean);
  expect(page).toContain('# parrot 2.0.0, compared with 1.0.0\n');
  expect(page).toContain('1 scenario played, 0 with something wrong; 1 of them compared');
  expect(page).toContain('3 files (5 KB) in /recordings/parrot/2.0.0.');
  expect(page.match(/^None\.$/gm)).toHaveLength(8);
  expect(needsWork(clean)).toBe(false);
});

test('laws, tokens and unknown records need work, and are named with their scenario', () => {
  const row = { scenario: 'a fork', laws: [], tokens: [] };
  const bad: Partial<VersionReport>[] = [
    { rows: [{ ...row, laws: ['block 1, live: `x`\ny'] }] },
    { rows: [{ ...row, tokens: ['The model counted 1.'] }] },
    { unknown: [shape('hologram', { unknown: 2, fields: new Map([['depth', 3]]) })] },
  ];
  const pages = bad.map((more) => versionPage({ ...clean, ...more }));
  expect(pages[0]).toContain("- **a fork**\n  - `` block 1, live: 'x'⏎y ``");
  expect(pages[1]).toContain('- **a fork**\n  - `` The model counted 1. ``');
  expect(pages[2]).toContain(
    '- live `hologram` (2), in a-fork, an-image, odd-output and 1 more: `depth`: `` 3 ``',
  );
  for (const more of bad) expect(needsWork({ ...clean, ...more })).toBe(true);
});

test('what is new and what is gone needs none by itself', () => {
  const field = (native: string, path: string) => ({
    view: 'saved' as const,
    native,
    disposition: 'mapped' as const,
    fields: [{ path, example: 0 }],
  });
  const report: VersionReport = {
    ...clean,
    unsupported: ['plan mode'],
    difference: {
      newTypes: [shape('squawk')],
      goneTypes: [shape('tweet')],
      newFields: [
        ...['a', 'b', 'c'].map((native) => field(native, 'ordinal')),
        field('a', 'own'),
        { ...field('clock', 'hour'), disposition: 'metadata' },
      ],
      goneFields: [field('a', 'old')],
    },
    seenIn: () => '0.9',
    gaps: [
      { gap, change: 'closed' },
      { gap, change: 'beyond' },
    ],
  };
  const page = versionPage(report);
  expect(page).toContain("It can't go through: plan mode.");
  expect(page).toContain('- live `squawk`: mapped, 2 records in a-fork, an-image, odd-output');
  expect(page).toContain('and 1 more; also in 0.9');
  expect(page).toContain('- live `tweet`\n');
  expect(page).toContain('- saved, in 3 types of records: `ordinal`: `` 0 ``\n- saved `a`\n');
  expect(page).toContain('- saved `clock`, metadata: `hour`');
  expect(page).toContain('- saved `a`: `old`');
  expect(page).toContain(
    '- `dreams` (what it dreams; missing in live) no longer shows: `npm run agents:bisect -- parrot dreams 1.0.0 2.0.0`',
  );
  expect(page).toContain('its versions leave this one out');
  expect(needsWork(report)).toBe(false);
});
