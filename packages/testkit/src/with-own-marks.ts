/** What sets a piece of a session apart from the same piece elsewhere in it. */
export interface OwnMarks {
  /** The time of the record. */
  readonly time: Date;
  /** The number of the piece, below 2²⁴. */
  readonly piece: number;
  /** The id of the session itself, for the record that has it. */
  readonly sessionId?: string | undefined;
}

/** What has to differ between two turns of one session: times, and ids of any sort. */
const MARKS =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z|\b(?:call|msg|rs|fc|ws|resp|toolu|req)_(?!id\b)[\w-]+|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const DIGITS = 6;

/**
 * A recorded line with another time and other ids, so that a long session can be made
 * of short ones. What belongs together within a piece still does.
 */
export function withOwnMarks(line: string, { time, piece, sessionId }: OwnMarks): string {
  const suffix = piece.toString(16).padStart(DIGITS, '0');
  return line.replace(MARKS, (mark) => {
    if (mark.endsWith('Z')) return time.toISOString();
    if (mark.includes('_')) return `${mark}_${suffix}`;
    return sessionId ?? `${mark.slice(0, -DIGITS)}${suffix}`;
  });
}
