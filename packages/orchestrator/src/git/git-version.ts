/** Major, minor and patch. */
export type GitVersion = readonly [number, number, number];

/** Since then a repository that is fetched from can't make git fetch or run something else. */
export const oldestVersion = '2.39.4';

/** The number in `git version 2.39.5 (Apple Git-154)`. */
export function parseVersion(text: string): GitVersion | undefined {
  const [, major, minor, patch = '0'] = /^git version (\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

export function versionIsTooOld(version: GitVersion): boolean {
  const oldest = oldestVersion.split('.').map(Number);
  const differing = version.findIndex((part, at) => part !== oldest[at]);
  return differing !== -1 && (version[differing] ?? 0) < (oldest[differing] ?? 0);
}
