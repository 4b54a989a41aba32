/** A file or folder of this machine that is seen inside. */
export interface Bind {
  readonly source: string;
  /** Default: the same path. */
  readonly target?: string;
  readonly access: 'read' | 'write';
}

/**
 * Binds in the order in which they take effect together: what lies within another comes after it. Of
 * two for one place the one that may be written wins.
 */
export function bindArguments(binds: readonly Bind[]): readonly string[] {
  const byTarget = new Map<string, Bind>();
  for (const bind of binds) {
    const target = bind.target ?? bind.source;
    if (byTarget.get(target)?.access !== 'write') byTarget.set(target, bind);
  }
  return [...byTarget]
    .sort(([a], [b]) => depth(a) - depth(b))
    .flatMap(([target, { source, access }]) => [
      access === 'write' ? '--bind' : '--ro-bind',
      source,
      target,
    ]);
}

function depth(path: string): number {
  return path.split('/').length;
}
