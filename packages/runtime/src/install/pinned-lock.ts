import type { ExecutableCandidate, PinnedInstall, PinnedPackage } from '@dragoman/agents';
import { packageOf } from './missing-platform-package.js';

/** What npm is given to install exactly what is pinned. */
export interface PinnedLock {
  /** For `package.json`. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** For `package-lock.json`. */
  readonly lock: Readonly<Record<string, unknown>>;
}

const NAME = 'dragoman-agent';

/**
 * A lock file of the pinned packages: npm refuses a package that has another hash. The package with the
 * program for this machine is asked for by name, because npm passes in silence over an optional one
 * that it can't have.
 */
export function pinnedLock(
  packageName: string,
  pinned: PinnedInstall,
  candidates: readonly ExecutableCandidate[],
): PinnedLock {
  const main = pinned.packages[placeOf(packageName)];
  const optional = main?.optionalDependencies ?? {};
  const program = candidates
    .map(({ path }) => packageOf(path))
    .find((name) => name in optional && placeOf(name) in pinned.packages);
  const dependencies = {
    [packageName]: pinned.version,
    ...(program !== undefined && { [program]: optional[program] }),
  };
  const packages = Object.entries(pinned.packages).map(([place, pinnedPackage]) =>
    program !== undefined && place === placeOf(program)
      ? [place, required(pinnedPackage)]
      : [place, pinnedPackage],
  );
  return {
    manifest: { name: NAME, private: true, dependencies },
    lock: {
      name: NAME,
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name: NAME, dependencies }, ...Object.fromEntries(packages) },
    },
  };
}

/** Where a package lies that nothing else keeps from the top. */
export function placeOf(packageName: string): string {
  return `node_modules/${packageName}`;
}

function required({ optional: _optional, ...pinnedPackage }: PinnedPackage): PinnedPackage {
  return pinnedPackage;
}
