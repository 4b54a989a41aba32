const COUNT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** `21K`, as people read numbers of tokens. */
export function formatCount(count: number): string {
  return COUNT.format(count).toLowerCase();
}

/** `4 s`, `1 min 20 s`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
