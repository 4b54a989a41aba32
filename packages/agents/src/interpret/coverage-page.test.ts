import { expect, test } from 'vitest';
import { coveragePage } from './coverage-page.js';
import { nativesSeen } from './natives-seen.js';
import { mapped, metadata, type Rules } from './rule.js';
import type { ViewGap } from './view-gap.js';

const rules: Rules<unknown> = {
  speech: mapped('`message` | `reasoning`', () => []),
  clock: metadata('the time of day'),
  dream: mapped('`reasoning`', () => []),
  wish: mapped('`reasoning`', () => []),
};

const interpreter = () => ({
  push: ({ type }: { readonly [key: string]: unknown }) => ({
    native: String(type),
    disposition: 'mapped' as const,
    events: [],
  }),
  flush: () => [],
});

const recording = (version: string, ...types: string[]) => ({
  version,
  bytes: () => new TextEncoder().encode(types.map((type) => `{"type":"${type}"}\n`).join('')),
});

const recordings = [
  recording('1.0.0', 'speech'),
  recording('2.0.0', 'speech', 'speech', 'clock'),
  recording('10.0.0', 'clock'),
];

test('the sorts of records are noted by the versions that wrote them', () => {
  expect(nativesSeen(recordings, interpreter)).toEqual(
    new Map([
      ['speech', new Set(['1.0.0', '2.0.0'])],
      ['clock', new Set(['2.0.0', '10.0.0'])],
    ]),
  );
});

test('the page says how each sort is carried, where it was recorded, and what a view lacks', () => {
  const gap: ViewGap = {
    id: 'dreams',
    missingIn: 'live',
    what: 'dreams',
    since: '1.0.0',
    until: '2.0.0',
    level: (views) => views,
  };
  const page = coveragePage({
    agent: 'Parrot',
    introduction: 'What it says.',
    versions: new Set(['10.0.0', '1.0.0', '2.0.0']),
    views: [
      { title: 'Live', introduction: 'Aloud.', rules, seen: nativesSeen(recordings, interpreter) },
    ],
    gaps: new Map([[gap, new Set(['2.0.0'])]]),
    limits: ['It repeats itself.'],
  });
  expect(page).toContain('Recorded versions: 1.0, 2.0, 10.0.');
  expect(page).toContain('| `speech` | `message` \\| `reasoning` | 1.0 – 2.0 |');
  expect(page).toContain('| `clock` | *not told:* the time of day | 2.0 – 10.0 |');
  expect(page).toContain('| `dream`, `wish` | `reasoning` |');
  expect(page).toContain('| dreams | live | 1.0 – 2.0 | 2.0 |');
  expect(page.endsWith('- It repeats itself.\n')).toBe(true);
});

test('the page has no table of what no recording holds where there is none', () => {
  const page = coveragePage({
    agent: 'Parrot',
    introduction: 'What it says.',
    versions: new Set(['1.0.0']),
    views: [
      {
        title: 'Live',
        introduction: 'Aloud.',
        rules: { speech: mapped('`message`', () => []) },
        seen: nativesSeen(recordings, interpreter),
      },
    ],
    gaps: new Map(),
    limits: [],
  });
  expect(page).not.toContain('should it come');
});
