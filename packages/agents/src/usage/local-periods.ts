/** All calls within such a span, counted from 1970, are of one day. */
export const QUARTER_S = 15 * 60;
const MONDAY = 1;
const WEEK = 7;

/** Names the local day, week or month of points in time, in seconds since 1970. */
export interface LocalPeriods {
  /** `2026-01-31` */
  day(time: number): string;
  /** The Monday with which the week begins: `2026-01-26` */
  week(time: number): string;
  /** `2026-01` */
  month(time: number): string;
}

/** Time zones differ by quarters of an hour at least, so that few points have to be looked at. */
export function createLocalPeriods(): LocalPeriods {
  const days = new Map<number, Date>();
  const dateOf = (time: number): Date => {
    const quarter = Math.floor(time / QUARTER_S);
    const known = days.get(quarter);
    if (known !== undefined) return known;
    const date = new Date(quarter * QUARTER_S * 1000);
    days.set(quarter, date);
    return date;
  };
  const names = new Map<Date, string>();
  let lastQuarter = Number.NaN;
  let lastName = '';
  const nameOf = (time: number): string => {
    const quarter = Math.floor(time / QUARTER_S);
    if (quarter === lastQuarter) return lastName;
    const date = dateOf(time);
    lastName = names.get(date) ?? localDay(date);
    lastQuarter = quarter;
    names.set(date, lastName);
    return lastName;
  };
  return {
    day: nameOf,
    week(time) {
      const date = dateOf(time);
      const back = (date.getDay() - MONDAY + WEEK) % WEEK;
      return localDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() - back));
    },
    month: (time) => nameOf(time).slice(0, 'YYYY-MM'.length),
  };
}

/** The date in the local time zone: `2026-01-31`. */
export function localDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
