const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const THOUSANDS = [
  { above: 999_950_000, unit: 1e9, suffix: 'G' },
  { above: 999_950, unit: 1e6, suffix: 'M' },
  { above: 999, unit: 1e3, suffix: 'k' },
];

/** A short number: `950`, `12.3k`, `4M`. */
export function formatAmount(amount: number): string {
  const { text, suffix } = shortened(amount);
  return text + suffix;
}

/** A number with what it counts: `1 line`, `2 lines`. */
export function formatCount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** A size: `300 kB`. */
export function formatBytes(bytes: number): string {
  const { text, suffix } = shortened(bytes);
  return `${text} ${suffix}B`;
}

/** A cost: `$1.20`; below ten cents with two significant figures: `$0.0037`. */
export function formatCost(usd: number): string {
  if (usd === 0 || usd >= 0.1) return `$${usd.toFixed(2)}`;
  return usd < 0.0001 ? 'less than $0.0001' : `$${Number(usd.toPrecision(2))}`;
}

function shortened(amount: number): { text: string; suffix: string } {
  const scale = THOUSANDS.find(({ above }) => amount > above);
  if (scale === undefined) return { text: String(Math.round(amount)), suffix: '' };
  const scaled = amount / scale.unit;
  // Three figures are enough to compare; 12.0 is 12.
  const text = scaled < 99.95 ? scaled.toFixed(1).replace(/\.0$/, '') : scaled.toFixed(0);
  return { text, suffix: scale.suffix };
}

/** A point in time: `5 min ago`, `3 d ago`; more than a week back the date. */
export function formatWhen(time: number, now: number): string {
  const age = now - time;
  if (Number.isNaN(time)) return '';
  if (age < -MINUTE || age >= 7 * DAY) return formatDate(time);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  return age < DAY ? `${Math.floor(age / HOUR)} h ago` : `${Math.floor(age / DAY)} d ago`;
}

/** The date in the local time zone: `2026-03-12`. */
export function formatDate(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), padded(date.getMonth() + 1), padded(date.getDate())].join('-');
}

/** The time of day in the local time zone: `14:02`. */
export function formatClock(time: number): string {
  const date = new Date(time);
  return `${padded(date.getHours())}:${padded(date.getMinutes())}`;
}

/** How long something took: `340 ms`, `2.3 s`, `4 min 10 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${(milliseconds / SECOND).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / SECOND);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How long something has taken so far: `12 s`, `4 min 10 s`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / SECOND);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function padded(part: number): string {
  return String(part).padStart(2, '0');
}

/** A short path: relative below the folder, `~` for the home. */
export function shortPath(
  path: string,
  { cwd, home }: { cwd?: string | undefined; home?: string | undefined },
): string {
  const below = cwd === undefined ? undefined : partBelow(path, cwd);
  if (below !== undefined && below !== '') return below;
  const inHome = home === undefined ? undefined : partBelow(path, home);
  if (inHome === undefined) return path;
  return inHome === '' ? '~' : `~/${inHome}`;
}

function partBelow(path: string, folder: string): string | undefined {
  const trimmed = folder.replace(/\/$/, '');
  if (trimmed === '') return undefined;
  if (path === trimmed) return '';
  return path.startsWith(`${trimmed}/`) ? path.slice(trimmed.length + 1) : undefined;
}
