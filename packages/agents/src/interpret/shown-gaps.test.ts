import type { CanonicalBlock } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { leaveOut } from './level-views.js';
import { shownGaps, viewsAgree } from './shown-gaps.js';
import type { ViewGap } from './view-gap.js';

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
