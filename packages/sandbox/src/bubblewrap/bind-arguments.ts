import { effectiveMounts, type SandboxMount, scratchBytes } from '../mounts/sandbox-mounts.js';

/** A file or folder of this machine that is seen inside. */
export interface Bind extends Pick<SandboxMount, 'source' | 'access'> {
  /** Default: the same path. */
  readonly target?: string;
}

/** Binds in the order in which they take effect together, one for each path. */
export function bindArguments(binds: readonly Bind[]): readonly string[] {
  const mounts = binds.map((bind) => ({ ...bind, target: bind.target ?? bind.source }));
  const ordered = effectiveMounts(mounts);
  const empty = ordered.filter(({ access }) => access === 'none');
  return [
    ...ordered.flatMap(bindArgument),
    // Only now: what is bound within them needed folders to be bound to.
    ...empty.flatMap(({ target }) => ['--remount-ro', target]),
  ];
}

const OPTIONS: Readonly<Record<Exclude<SandboxMount['access'], 'none' | 'scratch'>, string>> = {
  read: '--ro-bind',
  write: '--bind',
  fixed: '--ro-bind',
  // Without this devices can't be opened.
  null: '--dev-bind',
};

function bindArgument({ source, target, access }: SandboxMount): readonly string[] {
  if (access === 'none') return ['--tmpfs', target];
  if (access === 'scratch') return ['--size', String(scratchBytes), '--tmpfs', target];
  return [OPTIONS[access], source, target];
}
