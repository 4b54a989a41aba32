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
   * `opened`: it shows here and not in the known version. `closed`: the other way round.
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
  const [here, there] = [shownGaps(fresh, gaps), shownGaps(known, gaps)];
  return gaps.flatMap((gap): GapChange[] => {
    const shows = (there.get(gap)?.size ?? 0) > 0;
    if ((here.get(gap)?.size ?? 0) > 0) return shows ? [] : [{ gap, change: 'opened' }];
    if (fresh.some((session) => isBeyond(session, gap, gaps))) return [{ gap, change: 'beyond' }];
    return shows ? [{ gap, change: 'closed' }] : [];
  });
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
