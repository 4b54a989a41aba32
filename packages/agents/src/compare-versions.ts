/**
 * Orders versions such as `0.58.0` and `0.167.0-alpha.2`: negative when `left` is older. A
 * pre-release counts as the release it leads to: it has that one's formats, not the last one's.
 */
export function compareVersions(left: string, right: string): number {
  const ours = numbersOf(left);
  const theirs = numbersOf(right);
  return ours[0] - theirs[0] || ours[1] - theirs[1] || ours[2] - theirs[2];
}

/** A list of sessions asks for every file, so nothing is split. */
const NUMBERS = /^(\d+)(?:\.(\d+))?(?:\.(\d+))?/;

function numbersOf(version: string): [number, number, number] {
  const [, major, minor, patch] = NUMBERS.exec(version) ?? [];
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0)];
}
