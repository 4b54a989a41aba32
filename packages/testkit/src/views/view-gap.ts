import { isDeepStrictEqual } from 'node:util';
import type { View } from '@dragoman/agents';
import { compareVersions } from '@dragoman/agents/internal';
import type { SessionViews } from './session-views.js';

/** The versions of a CLI in which something is so. */
export interface VersionRange {
  /** The first; absent: from the beginning. */
  readonly since?: string;
  /** The last; absent: up to now. */
  readonly until?: string;
}

/** An end of a range. */
export type RangeEnd = keyof VersionRange;

export function isInRange({ since, until }: VersionRange, version: string): boolean {
  return (
    (since === undefined || compareVersions(version, since) >= 0) &&
    (until === undefined || compareVersions(version, until) <= 0)
  );
}

/**
 * Something that a CLI says in one of its views only. The coverage page lists the gaps; the test of
 * the law that live equals saved takes from the richer view what they name, and nothing else. A gap
 * that no recording shows any more fails the test: a CLI that says more than before gets noticed.
 */
export interface ViewGap extends VersionRange {
  readonly id: string;
  /** The view that doesn't have it. */
  readonly missingIn: View;
  /** What is missing, for the coverage page. */
  readonly what: string;
  /**
   * The edges that are not proven, and why. Every other is: the version that it names shows the gap,
   * and the released version beside it doesn't, or can't play what would show it.
   */
  readonly unproven?: Readonly<Partial<Record<RangeEnd, string>>>;
  /** Brings both views down to what both can say. */
  readonly level: (views: SessionViews) => SessionViews;
}

/** The gaps of a version. */
export function gapsOf(gaps: readonly ViewGap[], version: string): ViewGap[] {
  return gaps.filter((gap) => isInRange(gap, version));
}

/** Both views without what one of them cannot say. */
export function levelViews(views: SessionViews, gaps: readonly ViewGap[]): SessionViews {
  return gaps.reduce((levelled, gap) => gap.level(levelled), views);
}

/** A session of a version, in both of its views. */
export interface VersionedViews {
  readonly version: string;
  readonly views: SessionViews;
}

/** Whether the two views of a session are equal, but for the gaps. */
export function viewsAgree({ version, views }: VersionedViews, gaps: readonly ViewGap[]): boolean {
  const { live, saved } = levelViews(views, gapsOf(gaps, version));
  return isDeepStrictEqual(live.blocks, saved.blocks) && isDeepStrictEqual(live.usage, saved.usage);
}

/** The versions whose recordings show each gap: those whose views differ without it. */
export function shownGaps(
  sessions: readonly VersionedViews[],
  gaps: readonly ViewGap[],
): ReadonlyMap<ViewGap, ReadonlySet<string>> {
  return new Map(
    gaps.map((gap) => {
      const others = gaps.filter((other) => other !== gap);
      const showing = sessions.filter(
        (session) => gapsOf([gap], session.version).length > 0 && !viewsAgree(session, others),
      );
      return [gap, new Set(showing.map(({ version }) => version))];
    }),
  );
}
