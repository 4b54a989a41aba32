import {
  gapsOf,
  shownGaps,
  type VersionedViews,
  type ViewGap,
  viewsAgree,
} from '../views/view-gap.js';

/** A gap whose versions may have to be changed. */
export interface GapChange {
  readonly gap: ViewGap;
  /**
   * `opened`: it shows here and not in the known version, though its versions include that one.
   * `closed`: the other way round.
   * `beyond`: its versions leave this one out, but the two views differ by just what it is about.
   */
  readonly change: 'opened' | 'closed' | 'beyond';
}

/** Which gaps show in the sessions of one version and not in those of another. */
export function compareGaps(
  fresh: readonly VersionedViews[],
  known: readonly VersionedViews[],
  gaps: readonly ViewGap[],
): readonly GapChange[] {
  // Where views differ in something else, too, they say nothing of a gap.
  const areLevel = (session: VersionedViews) => viewsAgree(session, gaps);
  const [here, there] = [fresh, known].map((all) => shownGaps(all.filter(areLevel), gaps));
  return gaps.flatMap((gap): GapChange[] => {
    const [shows, showed] = [here, there].map((shown) => (shown?.get(gap)?.size ?? 0) > 0);
    if (shows && !showed && isOf(gap, known)) return [{ gap, change: 'opened' }];
    if (showed && !shows && isOf(gap, fresh)) return [{ gap, change: 'closed' }];
    const isMissing = fresh.some((session) => isBeyond(session, gap, gaps));
    return isMissing ? [{ gap, change: 'beyond' }] : [];
  });
}

/** Whether the versions of a gap include that of some sessions. If not, it is known not to show. */
function isOf(gap: ViewGap, sessions: readonly VersionedViews[]): boolean {
  return sessions.some(({ version }) => gapsOf([gap], version).length > 0);
}

/** Whether the views of a session agree as soon as a gap counts that ends before its version. */
function isBeyond(session: VersionedViews, gap: ViewGap, gaps: readonly ViewGap[]): boolean {
  if (gapsOf([gap], session.version).length > 0 || viewsAgree(session, gaps)) return false;
  const { since: _since, until: _until, ...always } = gap;
  return viewsAgree(
    session,
    gaps.map((each) => (each === gap ? always : each)),
  );
}
