import type { CanonicalBlock, CanonicalResult, NoticeKind, UsageFigures } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import type { SessionView, SessionViews, TurnView } from '../src/views/session-views.js';
import { type ViewGap, viewsAgree } from '../src/views/view-gap.js';

// Sessions in two views, and the test that a gap levels what it is about and nothing near it.

/** Two views that a gap makes equal, and two that differ in something near, which it must not hide. */
export interface GapCase {
  readonly levels: SessionViews;
  /** What is near, in words. */
  readonly not: string;
  readonly keeps: SessionViews;
  /** More that the gap makes equal. */
  readonly alsoLevels?: readonly SessionViews[];
  /** More that is near, by what it is, in words. */
  readonly alsoKeeps?: Readonly<Record<string, SessionViews>>;
}

export function checkGaps(
  gaps: readonly ViewGap[],
  cases: Readonly<Record<string, GapCase>>,
): void {
  describe('a gap', () => {
    test('is checked here, each of them', () => {
      expect(Object.keys(cases)).toEqual(gaps.map(({ id }) => id));
    });

    const checked = gaps.flatMap((gap) => {
      const found = cases[gap.id];
      return found === undefined ? [] : [{ gap, ...found }];
    });

    test.each(checked)('levels what it names: $gap.id', ({ gap, levels, alsoLevels = [] }) => {
      for (const lacking of [levels, ...alsoLevels]) {
        expect(agree(lacking)).toBe(false);
        const { live, saved } = gap.level(lacking);
        expect(live.blocks).toEqual(saved.blocks);
        expect(live.usage).toEqual(saved.usage);
      }
    });

    const near = checked.flatMap(({ gap, not, keeps, alsoKeeps = {} }) =>
      Object.entries({ [not]: keeps, ...alsoKeeps }).map(([what, kept]) => ({ gap, what, kept })),
    );

    test.each(near)('does not hide $what: $gap.id', ({ gap, kept }) => {
      expect(agree(gap.level(kept))).toBe(false);
    });
  });
}

function agree(views: SessionViews): boolean {
  return viewsAgree({ version: '0.0.0', views }, []);
}

export const views = (
  live: readonly CanonicalBlock[],
  saved: readonly CanonicalBlock[],
  more: { live?: Partial<SessionView>; saved?: Partial<SessionView> } = {},
): SessionViews => ({
  live: { blocks: live, usage: undefined, ...more.live },
  saved: { blocks: saved, usage: undefined, ...more.saved },
});

export const say = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'text', text });
export const think = (text: string): CanonicalBlock => ({
  role: 'assistant',
  kind: 'thinking',
  text,
});
export const ask = (text: string): CanonicalBlock => ({ role: 'user', kind: 'text', text });
export const notice = (kind: NoticeKind, text = ''): CanonicalBlock => ({
  role: 'system',
  kind: 'notice',
  notice: kind,
  text,
});
export const call = (
  name: string,
  input: unknown,
  result?: Partial<CanonicalResult>,
): CanonicalBlock => ({
  role: 'assistant',
  kind: 'tool',
  name,
  input: JSON.stringify(input),
  ...(result && { result: { text: '', status: 'success', ...result } }),
});
export const run = (command: string, result?: Partial<CanonicalResult>): CanonicalBlock =>
  call('Bash', { command }, result);
export const used = (tokens: number, more: Partial<UsageFigures> = {}): UsageFigures => ({
  input_tokens: tokens,
  output_tokens: 0,
  total_tokens: tokens,
  ...more,
});
export const turns = (...shown: TurnView[]): Pick<SessionView, 'turns'> => ({ turns: shown });
/** The same blocks, and what each view says was used. */
export const withUsage = (
  blocks: readonly CanonicalBlock[],
  live: UsageFigures | undefined,
  saved: UsageFigures | undefined,
): SessionViews => views(blocks, blocks, { live: { usage: live }, saved: { usage: saved } });
