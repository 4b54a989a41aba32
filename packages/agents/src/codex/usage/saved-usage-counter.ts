import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import { objectAt } from '../../interpret/json-fields.js';
import { sameUsage, subtractUsage } from '../../interpret/usage-figures.js';
import type { UnreadCount } from './count-line.js';
import { readUsageFigures } from './read-usage-figures.js';

/** Counts what a saved session used, from the records that tell of it. */
export interface SavedUsageCounter {
  /** The payload of an `event_msg` of type `token_count`. */
  tokenCount(payload: JsonObject): void;
  /** The same of a count that is read only if it is the latest when somebody asks. */
  tokenCountUnread(count: UnreadCount): void;
  /** The payload of a `token_usage_record`. */
  usageRecord(payload: JsonObject): void;
  /** What was used since the last time this was asked; undefined when nothing was told. */
  takeTurn(): UsageFigures | undefined;
  /** What the session itself used, all turns together. */
  total(): UsageFigures | undefined;
}

/**
 * `token_count` gives a running total, again and again, so only its growth counts. Up to 0.72 the
 * total begins anew in each process that resumes the session, from 0.80 on it goes on; a process
 * that begins says so with a count of `null`, or by a total that has shrunk. A fork goes on from the
 * total of its parent, which isn't the fork's own: the last call's figures tell where it began.
 * From 0.166 on each call has its exact `token_usage_record`, and the growth of the next
 * `token_count` repeats it; their totals differ in a file that an older version began.
 */
export function createSavedUsageCounter(): SavedUsageCounter {
  /** The running total as last told, and as far as it is accounted for. */
  let told: UsageFigures | undefined;
  let accounted: UsageFigures | undefined;
  let isNewProcess = false;
  /** What records have told and the running total hasn't repeated yet. */
  let ahead: UsageFigures | undefined;
  let turn: UsageFigures | undefined;
  let earlierTurns: UsageFigures | undefined;
  let unread: UnreadCount | undefined;
  /** Whether that is the first of a process. */
  let isFirst = false;

  /** Puts the growth of the total to the turn: not at every count, since most are asked for together. */
  const account = (): void => {
    if (told === undefined || told === accounted) return;
    const grown = accounted === undefined ? told : subtractUsage(told, accounted);
    accounted = told;
    // A total that a new process only repeats is no news; one of nothing at all is, the first time.
    if (grown.total_tokens === 0 && (turn ?? earlierTurns) !== undefined) return;
    const spent = ahead === undefined ? grown : subtractUsage(grown, ahead);
    const left = ahead === undefined ? undefined : subtractUsage(ahead, grown);
    ahead = left !== undefined && left.total_tokens > 0 ? left : undefined;
    if (left === undefined || spent.total_tokens > 0) turn = addUsageFigures(turn, spent);
  };

  /** Decides from where on a total counts that doesn't simply go on from the one before. */
  const reconsider = (total: UsageFigures, info: JsonObject): void => {
    const last = readUsageFigures(objectAt(info, 'last_token_usage'));
    if (told === undefined) {
      accounted = last === undefined ? undefined : subtractUsage(total, last);
    } else if (isLess(total, told) || (last !== undefined && sameUsage(total, last))) {
      account();
      accounted = undefined;
    }
  };

  const count = (payload: JsonObject): void => {
    const info = objectAt(payload, 'info');
    if (info === undefined) {
      isNewProcess = true;
      return;
    }
    const native = objectAt(info, 'total_token_usage');
    // Up to 0.98 every second count repeats the one before.
    if (!isNewProcess && isRepeated(native, told)) return;
    const total = readUsageFigures(native);
    if (total === undefined) return;
    if (told === undefined || isNewProcess || isLess(total, told)) reconsider(total, info);
    told = total;
    isNewProcess = false;
  };

  const readLatest = (): void => {
    const latest = unread;
    unread = undefined;
    if (latest !== undefined) count(latest.read());
  };

  return {
    tokenCount(payload) {
      readLatest();
      count(payload);
    },
    tokenCountUnread(next) {
      // The first of a process tells where its total begins, the last how far it came. Those between
      // only lead from one to the other.
      const before = unread?.total ?? told;
      const hasShrunk = before !== undefined && isLess(next.total, before);
      if (isFirst || hasShrunk) readLatest();
      isFirst = told === undefined || isNewProcess || hasShrunk;
      unread = next;
    },
    usageRecord(payload) {
      const usage = readUsageFigures(objectAt(payload, 'usage'));
      if (usage === undefined) return;
      readLatest();
      account();
      turn = addUsageFigures(turn, usage);
      ahead = addUsageFigures(ahead, usage);
    },
    takeTurn() {
      readLatest();
      account();
      if (turn === undefined) return undefined;
      const taken = turn;
      earlierTurns = addUsageFigures(earlierTurns, taken);
      turn = undefined;
      return taken;
    },
    total() {
      readLatest();
      account();
      return turn === undefined ? earlierTurns : addUsageFigures(earlierTurns, turn);
    },
  };
}

/** True when one of the two figures that never shrink is less. */
function isLess(left: UnreadCount['total'], right: UnreadCount['total']): boolean {
  return left.input_tokens < right.input_tokens || left.output_tokens < right.output_tokens;
}

function isRepeated(native: JsonObject | undefined, told: UsageFigures | undefined): boolean {
  return (
    told !== undefined &&
    native?.input_tokens === told.input_tokens &&
    native.output_tokens === told.output_tokens
  );
}
