const FORM = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h|d)?$/;
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** The limit of Node's timers: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Parses a duration (`90s`, `10m`, `1.5h`, `30d`, plain seconds) into milliseconds. */
export function parseDuration(
  text: string,
  longestMs: number = LONGEST_MS,
): number | { readonly problem: string } {
  const [, amount, unit = 's'] = FORM.exec(text.trim()) ?? [];
  if (amount === undefined) {
    return { problem: 'Give a duration such as 90s, 10m, 1h, 30d, or plain seconds.' };
  }
  const milliseconds = Math.round(Number(amount) * (UNITS[unit] ?? 1));
  if (milliseconds < 1) return { problem: 'Give a duration longer than zero.' };
  if (milliseconds > longestMs) {
    const days = Math.floor(longestMs / 86_400_000);
    return { problem: `Give a duration of at most ${days} days.` };
  }
  return milliseconds;
}
