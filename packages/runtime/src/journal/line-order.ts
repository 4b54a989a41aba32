import { type LineHead, lostLine, readHead, strayLine } from './journal-line.js';

/** Keeps the lines of a journal in the order of their numbers, each once, and says what is wrong. */
export interface LineOrder {
  /** The lines to give to readers once this one has come. All have their newline. */
  take(line: string): string[];
  /** The same when there is none to come for now: an `end` is one, whatever its number says. */
  pause(): string[];
  /** The same when there is none to come at all. */
  finish(): string[];
  /** The last was the `end`. */
  readonly ended: boolean;
  /** The highest number that is believed, with those of lines after it that can't be read. */
  readonly highest: number;
  /** Where it was begun in the middle of the file: that was no good start for this cursor. */
  readonly isMisled: boolean;
}

/**
 * More than any journal has. A line may go on from the one before it with any number; one that skips
 * this far was forged.
 */
export const farthestSeq = 10_000_000_000;

/** A line that skips numbers, and waits for the next to show whether it is one of the journal's own. */
interface Doubtful {
  readonly line: string;
  readonly head: LineHead;
}

/**
 * The order from a cursor on. Numbers go up by one. Where some are missing, the lines that had them may
 * have been taken out, or the line after them may be forged, so that all that follow would seem old:
 * the next line decides. If it goes on from there the others are lost; if not, that line is left out.
 * What is damaged, doubled or out of order is left out, too, and an `error` stands for each.
 */
export function createLineOrder(after: number, isFromMiddle = false): LineOrder {
  /** The last that was given to readers, or need not be. */
  let last = after;
  /** The last in the file, from wherever it is read. */
  let highest = 0;
  /** Lines since then that can't be read. */
  let damaged = 0;
  let doubtful: Doubtful | undefined;
  let ended = false;
  let isMisled = false;

  /** Takes a line for what it says. */
  const accept = (line: string, { seq, type, ts }: LineHead): string[] => {
    const lines: string[] = [];
    isMisled ||= isFromMiddle && seq > last + 1 && last === after && highest !== after;
    const isLate = seq <= highest && highest > after;
    if (isLate) lines.push(...leaveOut(ts));
    // A reader that begins in the middle hasn't seen what is before.
    const missing = highest === 0 && seq <= after ? 0 : seq - highest - 1;
    if (seq > last + 1) {
      lines.push(lostLine({ from: last + 1, to: seq - 1, areDamaged: damaged >= missing }, ts));
    }
    if (damaged > Math.max(0, missing)) lines.push(strayLine(damaged - missing, seq - 1, ts));
    if (seq > last || isLate) lines.push(line);
    damaged = 0;
    highest = Math.max(highest, seq);
    last = Math.max(last, seq);
    ended = type === 'end';
    return lines;
  };

  const leaveOut = (ts: string): string[] => [strayLine(1, last, ts)];

  /** Whether a line follows from what is known, or can't, or whether the next one decides. */
  const judge = ({ seq }: LineHead): 'follows' | 'stray' | 'doubtful' => {
    const isFirst = highest === 0;
    if (isFirst && seq <= Math.max(after, damaged + 1)) return 'follows';
    const known = isFirst ? last : highest;
    if (seq <= known) return 'stray';
    if (seq <= known + damaged + 1) return 'follows';
    return seq > farthestSeq ? 'stray' : 'doubtful';
  };

  const arrange = (line: string, head: LineHead): string[] => {
    const judgement = judge(head);
    if (judgement === 'follows') return accept(line, head);
    // An `end` that nothing follows is one, whatever its number.
    if (judgement === 'stray' && head.type !== 'end') return leaveOut(head.ts);
    doubtful = { line, head };
    return [];
  };

  /** What becomes of the line in doubt, now that another has come. */
  const settle = (next: LineHead): string[] => {
    if (doubtful === undefined) return [];
    const { line, head } = doubtful;
    doubtful = undefined;
    const isConfirmed = head.type !== 'end' && next.seq > head.seq;
    return isConfirmed ? accept(line, head) : leaveOut(head.ts);
  };

  const believe = (): string[] => {
    if (doubtful === undefined) return [];
    const { line, head } = doubtful;
    doubtful = undefined;
    return accept(line, head);
  };

  return {
    get ended() {
      return ended;
    },
    get highest() {
      return highest + damaged;
    },
    get isMisled() {
      return isMisled;
    },
    take(line) {
      const head = readHead(line);
      if (head === undefined) {
        damaged += 1;
        return [];
      }
      return [...settle(head), ...(ended ? [] : arrange(line, head))];
    },
    pause: () => (doubtful?.head.type === 'end' ? believe() : []),
    finish() {
      const lines = believe();
      if (ended || damaged === 0) return lines;
      const to = Math.max(last, highest + damaged);
      if (to === last) return lines;
      const lost = { from: last + 1, to, areDamaged: true };
      return [...lines, lostLine(lost, new Date().toISOString())];
    },
  };
}
