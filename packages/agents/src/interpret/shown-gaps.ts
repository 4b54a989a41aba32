import { isDeepStrictEqual } from 'node:util';
import { gapsOf, levelViews, type SessionViews, type ViewGap } from './view-gap.js';

/** A recorded session, in both of its views. */
export interface RecordedSession {
  readonly version: string;
  readonly views: SessionViews;
}

/** Whether the two views of a session are equal, but for the gaps. */
export function viewsAgree({ version, views }: RecordedSession, gaps: readonly ViewGap[]): boolean {
  const { live, saved } = levelViews(views, gapsOf(gaps, version));
  return isDeepStrictEqual(live.blocks, saved.blocks) && isDeepStrictEqual(live.usage, saved.usage);
}

/** The versions whose recordings show each gap: those whose views differ without it. */
export function shownGaps(
  sessions: readonly RecordedSession[],
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
