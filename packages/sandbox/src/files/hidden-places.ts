import { join, relative, sep } from 'node:path';
import { liesIn } from './lies-in.js';

/** A folder of this machine as a sandbox sees it. */
export interface SeenFolder {
  readonly source: string;
  readonly target: string;
  readonly access: 'read' | 'write';
}

/** A place in a sandbox at which a folder would be seen that must not be. */
export interface HiddenPlace {
  readonly source: string;
  readonly target: string;
  /**
   * The folders on the way to it from what is seen. Each has to be mounted by itself: only so none can
   * be renamed and another be put in its place, for whoever comes that way next to find.
   */
  readonly above: readonly SeenFolder[];
}

/** Where hidden folders would be seen. Of several that are seen at one place, the innermost counts. */
export function hiddenPlaces(
  seen: readonly SeenFolder[],
  hidden: readonly string[],
): readonly HiddenPlace[] {
  const byTarget = new Map<string, HiddenPlace>();
  for (const folder of [...seen].sort((a, b) => a.source.length - b.source.length)) {
    for (const path of hidden) {
      if (path === folder.source || !liesIn(folder.source, path)) continue;
      const place = placeBelow(folder, relative(folder.source, path).split(sep));
      byTarget.set(place.target, place);
    }
  }
  return [...byTarget.values()];
}

function placeBelow({ source, target, access }: SeenFolder, way: readonly string[]): HiddenPlace {
  const below = (steps: number): SeenFolder => ({
    source: join(source, ...way.slice(0, steps)),
    target: join(target, ...way.slice(0, steps)),
    access,
  });
  const above = way.slice(1).map((_name, at) => below(at + 1));
  return { source: join(source, ...way), target: join(target, ...way), above };
}
