import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { sameUsage, subtractUsage } from '../../interpret/usage-figures.js';
import { compareVersions } from '../../version-support.js';
import { RECORDS_SINCE, readUsageFigures } from '../usage.js';

/** Counts what a saved session used, from the records that say it. */
export interface UsageCounter {
  /** The payload of a `session_meta`. */
  session(payload: JsonObject): void;
  /** The payload of an `event_msg` of type `token_count`. False when it can't be read. */
  tokenCount(payload: JsonObject): boolean;
  /** The payload of an `event_msg` of type `user_message`. */
  prompt(payload: JsonObject): void;
  /** The payload of a `token_usage_record`. False when it can't be read. */
  usageRecord(payload: JsonObject): boolean;
  /** What was used since the last time this was asked; undefined when no record said anything. */
  takeTurn(): UsageFigures | undefined;
  /** What the session used, all turns together. */
  total(): UsageFigures | undefined;
}

/** What a counter knows, as JSON has it. */
export interface UsageCounterState {
  /** The latest running total, and as far as it is accounted for. */
  latest?: UsageFigures | undefined;
  accounted?: UsageFigures | undefined;
  isNewProcess: boolean;
  marksProcesses: boolean;
  /** Whether a count that comes before any record is one of the session that this is a fork of. */
  repeatsOrigin?: boolean | undefined;
  /** What records have said and the running total hasn't repeated yet. */
  ahead?: UsageFigures | undefined;
  turn?: UsageFigures | undefined;
  earlierTurns?: UsageFigures | undefined;
}

/** The state of a counter that nothing has been shown. */
export function noUsageCounted(): UsageCounterState {
  return { isNewProcess: false, marksProcesses: false };
}

/**
 * `token_count` gives a running total, again and again, so only its growth counts. Up to 0.77 the
 * total begins anew in each process that resumes the session, from 0.79 on it continues; a process
 * that begins says so with a count of `null`, or by a total that has shrunk. Up to 0.40 there is no
 * such mark, so each prompt may be the first of a process: it is if the total behind it is that of the
 * last call alone. A fork continues from the total of its parent, which the fork didn't use: the last
 * call's figures show where it began. Before its first call a fork may repeat its parent's last count:
 * it does so before a compaction, and where each call has a record, one is there before any other count.
 * From 0.153 on each call has its exact `token_usage_record`, and the growth of the next
 * `token_count` repeats it; their totals differ in a file that an older version began.
 */
export function createUsageCounter(state: UsageCounterState = noUsageCounted()): UsageCounter {
  /** Adds the growth of the total to the state.turn: not at every count, since most are asked for together. */
  const account = (): void => {
    if (state.latest === undefined || state.latest === state.accounted) return;
    const grown =
      state.accounted === undefined ? state.latest : subtractUsage(state.latest, state.accounted);
    state.accounted = state.latest;
    // A total that a new process only repeats is no news; one of nothing at all is, the first time.
    if (grown.total_tokens === 0 && hasCounted()) return;
    const spent = state.ahead === undefined ? grown : subtractUsage(grown, state.ahead);
    const left = state.ahead === undefined ? undefined : subtractUsage(state.ahead, grown);
    state.ahead = left !== undefined && left.total_tokens > 0 ? left : undefined;
    if (left === undefined || spent.total_tokens > 0)
      state.turn = addUsageFigures(state.turn, spent);
  };

  const hasCounted = () => (state.turn ?? state.earlierTurns) !== undefined;

  /** Decides from where on a total counts that doesn't simply continue the one before. */
  const reconsider = (total: UsageFigures, info: JsonObject): void => {
    const last = readUsageFigures(objectAt(info, 'last_token_usage'));
    if (state.latest === undefined) {
      state.accounted = last === undefined ? undefined : subtractUsage(total, last);
    } else if (isLess(total, state.latest) || (last !== undefined && sameUsage(total, last))) {
      account();
      state.accounted = undefined;
    }
  };

  return {
    session(payload) {
      const version = textAt(payload, 'cli_version');
      const hasRecords = version !== undefined && compareVersions(version, RECORDS_SINCE) >= 0;
      state.repeatsOrigin = hasRecords && textAt(payload, 'forked_from_id') !== undefined;
    },
    tokenCount(payload) {
      const info = objectAt(payload, 'info');
      if (info === undefined) {
        if (payload.info !== null) return false;
        state.isNewProcess = true;
        state.marksProcesses = true;
        return true;
      }
      const native = objectAt(info, 'total_token_usage');
      // Up to 0.98 every second count repeats the one before.
      if (!state.isNewProcess && isRepeated(native, state.latest)) return true;
      const total = readUsageFigures(native);
      if (total === undefined) return false;
      if (state.latest === undefined || state.isNewProcess || isLess(total, state.latest))
        reconsider(total, info);
      const isOfOrigin = state.repeatsOrigin && state.latest === undefined && !hasCounted();
      state.latest = total;
      if (isOfOrigin) state.accounted = total;
      state.isNewProcess = false;
      return true;
    },
    prompt({ kind }) {
      // Versions after 0.44 don't say of what kind a prompt is, and mark each process or continue the total.
      if (typeof kind === 'string' && !state.marksProcesses) state.isNewProcess = true;
    },
    usageRecord(payload) {
      const usage = readUsageFigures(objectAt(payload, 'usage'));
      if (usage === undefined) return false;
      account();
      state.turn = addUsageFigures(state.turn, usage);
      state.ahead = addUsageFigures(state.ahead, usage);
      return true;
    },
    takeTurn() {
      account();
      if (state.turn === undefined) return undefined;
      const taken = state.turn;
      state.earlierTurns = addUsageFigures(state.earlierTurns, taken);
      state.turn = undefined;
      return taken;
    },
    total() {
      account();
      return state.turn === undefined
        ? state.earlierTurns
        : addUsageFigures(state.earlierTurns, state.turn);
    },
  };
}

/** True when one of the two figures that never shrink is less. */
function isLess(left: UsageFigures, right: UsageFigures): boolean {
  return left.input_tokens < right.input_tokens || left.output_tokens < right.output_tokens;
}

function isRepeated(native: JsonObject | undefined, latest: UsageFigures | undefined): boolean {
  return (
    latest !== undefined &&
    native?.input_tokens === latest.input_tokens &&
    native.output_tokens === latest.output_tokens
  );
}
