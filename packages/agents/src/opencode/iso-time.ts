/** The last moment that a date can name. */
const LATEST = 8.64e15;
const END_LENGTH = '.000Z'.length;

/** The second that was written last: neighbours in a session are mostly of the same second. */
let lastSecond = Number.NaN;
let lastWritten = '';

/** A time in milliseconds since 1970, as text. Undefined for what is no time. */
export function isoTime(milliseconds: number | undefined): string | undefined {
  if (milliseconds === undefined || Math.abs(milliseconds) > LATEST) return undefined;
  const whole = Math.trunc(milliseconds);
  const second = Math.floor(whole / 1000);
  if (second !== lastSecond) {
    lastWritten = new Date(second * 1000).toISOString().slice(0, -END_LENGTH);
    lastSecond = second;
  }
  return `${lastWritten}.${String(whole - second * 1000).padStart(3, '0')}Z`;
}
