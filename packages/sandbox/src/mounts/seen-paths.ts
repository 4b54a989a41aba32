import { join, relative, sep } from 'node:path';
import { liesIn } from '../files/real-path.js';

/** A folder of this machine as a sandbox sees it. */
export interface SeenFolder {
  readonly source: string;
  readonly target: string;
  readonly access: 'read' | 'write';
}

/** A path in a sandbox at which something of this machine is seen, as part of a folder. */
export interface SeenPath extends SeenFolder {
  /**
   * The folders on the way to it from what is seen. Each has to be mounted by itself: only so none can
   * be renamed and another be put in its place, for whoever comes that way next to find.
   */
  readonly above: readonly SeenFolder[];
}

/**
 * Where paths of this machine are seen within folders. Where one folder is seen within another, the
 * innermost says what may be done, and the way begins at the outermost.
 */
export function seenPaths(
  seen: readonly SeenFolder[],
  paths: readonly string[],
): readonly SeenPath[] {
  const outermostFirst = [...seen].sort((a, b) => a.source.length - b.source.length);
  const mountedAnyway = new Set(seen.map(({ target }) => target));
  return paths.flatMap((path) => {
    const ways = new Map<string, SeenFolder[]>();
    for (const folder of outermostFirst) {
      if (path === folder.source || !liesIn(folder.source, path)) continue;
      const way = wayTo(folder, path);
      const target = way.at(-1)?.target ?? folder.target;
      ways.set(target, [...(ways.get(target) ?? []), ...way]);
    }
    return [...ways.values()].map((steps): SeenPath => {
      // A later one is from a folder further in.
      const byTarget = new Map(steps.map((step) => [step.target, step]));
      const ordered = [...byTarget.values()].sort((a, b) => a.target.length - b.target.length);
      const [last] = ordered.splice(-1) as [SeenFolder];
      return { ...last, above: ordered.filter(({ target }) => !mountedAnyway.has(target)) };
    });
  });
}

/** Everything below a folder on the way to a path in it, and that path. */
function wayTo({ source, target, access }: SeenFolder, path: string): SeenFolder[] {
  const names = relative(source, path).split(sep);
  return names.map((_name, at) => {
    const below = names.slice(0, at + 1);
    return { source: join(source, ...below), target: join(target, ...below), access };
  });
}
