/** The last moment that a date can name. */
const LATEST = 8.64e15;
const END_LENGTH = '.000Z'.length;

/** The second written last: what a session tells of is mostly of the same few. */
let lastSecond = Number.NaN;
let lastWritten = '';

/** A time in milliseconds since 1970, as text. What is no time is none. */
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
