import { compareVersions } from '../compare-versions.js';

/** `0.42.0`, `0.44.0` and `0.58.0` of those and `0.20.0` as `0.42 – 0.58`: a dash leaves none out. */
export function versionRanges(some: ReadonlySet<string>, all: ReadonlySet<string>): string {
  const ranges: string[][] = [];
  let open: string[] | undefined;
  for (const version of [...all].sort(compareVersions)) {
    if (!some.has(version)) {
      open = undefined;
    } else if (open === undefined) {
      open = [version];
      ranges.push(open);
    } else {
      open.push(version);
    }
  }
  return ranges.map(rangeText).join(', ');
}

/** A version as people say it: without a patch number that says nothing. */
export function shortVersion(version: string): string {
  return version.replace(/\.0$/, '');
}

function rangeText(versions: readonly string[]): string {
  const [first = '', last = first] = [versions[0], versions.at(-1)];
  return first === last ? shortVersion(first) : `${shortVersion(first)} – ${shortVersion(last)}`;
}
