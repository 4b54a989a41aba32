const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A point in time as a person would say it: `5 min ago`, `3 d ago`; further back the date. */
export function formatWhen(time: number, now: number): string {
  const age = now - time;
  if (Number.isNaN(time)) return '';
  if (age < -MINUTE || age >= 7 * DAY) return formatDate(time);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  return age < DAY ? `${Math.floor(age / HOUR)} h ago` : `${Math.floor(age / DAY)} d ago`;
}

/** The date in the person's own time zone: `2026-03-12`. */
export function formatDate(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), padded(date.getMonth() + 1), padded(date.getDate())].join('-');
}

/** The time of day in the person's own time zone: `14:02`. */
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
