import type { AgentInterpreter, Interpreter } from '@dragoman/agents';
import { expect, test } from 'vitest';
import { coveragePage, nativesSeen, shortVersion, versionRanges } from './coverage-page.js';
import { leaveOut } from './level-views.js';
import type { ViewGap } from './view-gap.js';

const interpret = (): Interpreter => ({
  push: ({ type }) => ({
    native: String(type),
    disposition: 'mapped',
    events:
      type === 'dream'
        ? [{ type: 'reasoning', content: 'sheep' }]
        : [{ type: 'message', role: 'assistant', content: `${type}` }],
  }),
  flush: () => [],
});

const becomes = (disposition: 'mapped' | 'metadata', text: string) => ({
  disposition,
  becomes: text,
});
const rules = {
  speech: becomes('mapped', '`message` | `reasoning`'),
  clock: becomes('metadata', 'the time of day'),
  dream: becomes('mapped', '`reasoning`'),
  wish: becomes('mapped', '`reasoning`'),
};
const parrot: Pick<AgentInterpreter, 'live' | 'saved' | 'rules'> = {
  live: interpret,
  saved: interpret,
  rules: { live: rules, saved: rules },
};

const recording = (view: 'live' | 'saved', version: string, ...types: string[]) => ({
  version,
  view,
  scenario: 'look',
  bytes: () => new TextEncoder().encode(types.map((type) => `{"type":"${type}"}\n`).join('')),
});

const live = [
  recording('live', '1.0.0', 'speech'),
  recording('live', '2.0.0', 'speech', 'speech', 'clock'),
  recording('live', '10.0.0', 'clock'),
];
const saved = [
  recording('saved', '1.0.0', 'speech'),
  recording('saved', '2.0.0', 'speech', 'speech', 'clock', 'dream'),
  recording('saved', '10.0.0', 'clock'),
];

const dreams: ViewGap = {
  id: 'dreams',
  missingIn: 'live',
  what: 'dreams',
  since: '1.0.0',
  until: '2.0.0',
  level: leaveOut('saved', ({ kind }) => kind === 'thinking'),
};

const text = {
  title: 'Parrot',
  introduction: 'What it says.',
  live: 'Aloud.',
  saved: 'Written.',
  limits: ['It repeats itself.'],
};

test('the sorts of records are noted by the versions that wrote them', () => {
  expect(nativesSeen(live, interpret)).toEqual(
    new Map([
      ['speech', new Set(['1.0.0', '2.0.0'])],
      ['clock', new Set(['2.0.0', '10.0.0'])],
    ]),
  );
});

test('the page says what each sort becomes, where it was recorded, and what a view lacks', () => {
  const page = coveragePage(parrot, text, [dreams], [...live, ...saved]);
  expect(page).toContain('# Parrot: coverage\n');
  expect(page).toContain('Recorded versions: 1.0, 2.0, 10.0.');
  expect(page).toContain('| `speech` | `message` \\| `reasoning` | 1.0 – 2.0 |');
  expect(page).toContain('| `clock` | *no event:* the time of day | 2.0 – 10.0 |');
  expect(page).toContain('| `dream`, `wish` | `reasoning` |');
  expect(page).toContain('| `dream` | `reasoning` | 2.0 |');
  expect(page).toContain('| dreams | live | 1.0 – 2.0 | 2.0 |');
  expect(page.endsWith('- It repeats itself.\n')).toBe(true);
});

test('the page has no table of what no recording holds where there is none', () => {
  const { speech, clock } = rules;
  const all = { ...parrot, rules: { live: { speech, clock }, saved: { speech, clock } } };
  const recordings = [...live, ...saved];
  expect(coveragePage(all, text, [], recordings)).not.toContain('No recording holds');
  expect(coveragePage(parrot, text, [], recordings)).toContain('No recording holds');
});

const all = new Set(['0.98.0', '0.20.0', '0.166.0', '0.58.0', '0.42.1']);

test('versions that follow one another are a range, in the order of versions', () => {
  expect(versionRanges(new Set(['0.166.0', '0.98.0', '0.20.0']), all)).toBe('0.20, 0.98 – 0.166');
  expect(versionRanges(all, all)).toBe('0.20 – 0.166');
});

test('a version alone is itself, and none is nothing', () => {
  expect(versionRanges(new Set(['0.42.1']), all)).toBe('0.42.1');
  expect(versionRanges(new Set(), all)).toBe('');
});

test('only a patch number of zero is left out', () => {
  expect(['0.20.0', '1.0.0', '0.42.10'].map(shortVersion)).toEqual(['0.20', '1.0', '0.42.10']);
});

test('a page says which edges of a gap are not proven, and why', () => {
  const pageOf = (gap: ViewGap) => coveragePage(parrot, text, [gap], [...live, ...saved]);
  expect(pageOf(dreams)).not.toContain('Not proven so');
  const guessed = { ...dreams, unproven: { until: 'nobody has played 3.0.0.' } };
  expect(pageOf(guessed)).toContain(
    'Not proven so:\n\n- The last version with “dreams”: nobody has played 3.0.0.\n\n## Known limits',
  );
});
