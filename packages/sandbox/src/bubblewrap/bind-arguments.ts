/** A file or folder of this machine that is seen inside. */
export interface Bind {
  readonly source: string;
  /** Default: the same path. */
  readonly target?: string;
  /** `none`: an empty folder is seen instead. */
  readonly access: 'none' | 'read' | 'write';
}

const RANKS: Readonly<Record<Bind['access'], number>> = { none: 0, read: 1, write: 2 };

/**
 * Binds in the order in which they take effect together: what lies within another comes after it. Of
 * two for one place the one that allows more wins.
 */
export function bindArguments(binds: readonly Bind[]): readonly string[] {
  const byTarget = new Map<string, Bind>();
  for (const bind of binds) {
    const target = bind.target ?? bind.source;
    const other = byTarget.get(target);
    if (other === undefined || RANKS[other.access] < RANKS[bind.access]) byTarget.set(target, bind);
  }
  const ordered = [...byTarget].sort(([a], [b]) => depth(a) - depth(b));
  const empty = ordered.filter(([, { access }]) => access === 'none');
  return [
    ...ordered.flatMap(([target, bind]) => bindArgument(target, bind)),
    // Only now: what is bound within them needed folders to be bound to.
    ...empty.flatMap(([target]) => ['--remount-ro', target]),
  ];
}

function bindArgument(target: string, { source, access }: Bind): readonly string[] {
  if (access === 'none') return ['--tmpfs', target];
  return [access === 'write' ? '--bind' : '--ro-bind', source, target];
}

function depth(path: string): number {
  return path.split('/').length;
}
