/**
 * Orders versions such as `0.58.0` and `0.167.0-alpha.2`: negative when `left` is older. A
 * pre-release counts as the release it leads to: it has that one's formats, not the last one's.
 */
export function compareVersions(left: string, right: string): number {
  const ours = numbersOf(left);
  const theirs = numbersOf(right);
  for (const [index, number] of ours.entries()) {
    const difference = number - (theirs[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version
    .split('-', 1)[0]
    ?.split('.')
    .map((part) => Number.parseInt(part, 10) || 0) ?? [0, 0, 0];
  return [major, minor, patch];
}
