import type { CollectedPart } from './collect-usage.js';
import type { CountedUse } from './counted-session.js';
import { QUARTER_S } from './local-periods.js';
import { addFigure, FIGURE, figuresFor, type ModelCalls } from './model-calls.js';
import type { UsageGroup, UsageGroups } from './usage-groups.js';
import { costOfRow, NOT_SAID, ROW_WORDS } from './usage-rows.js';

export interface RowsToAdd {
  readonly part: CollectedPart;
  /** For each row: 1 if it is a copy. */
  readonly isCopy: Uint8Array | undefined;
  /** For each row what it cost, if its session says so: else less than 0. */
  readonly costs: Float64Array | undefined;
  /** Between which times calls count, in seconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/**
 * Adds the rows of a part to their groups. There may be a million in all, so that nothing is made for
 * a row: calls of one model that follow each other soon are in one group, whatever that is of.
 */
export function addRows(rows: RowsToAdd, groups: UsageGroups): void {
  const { part, isCopy, costs, from, to } = rows;
  const { words, models } = part;
  let group: UsageGroup | undefined;
  let calls: ModelCalls | undefined;
  let model = -1;
  let quarter = -1;
  let first = 0;
  let last = 0;
  for (let row = 0, at = 0; at < words.length; row += 1, at += ROW_WORDS) {
    if (isCopy !== undefined && isCopy[row] === 1) continue;
    const time = words[at + 2] ?? 0;
    if (time < from || time >= to) continue;
    const input = words[at + 4] ?? 0;
    const shared = costs === undefined ? NOT_SAID : (costs[row] ?? NOT_SAID);
    const cost = shared < 0 ? costOfRow(words, at) : shared;
    // A call that never began, or a session whose turns asked no model.
    if (cost <= 0 && input === 0 && words[at + 7] === 0) continue;
    const itsQuarter = Math.floor(time / QUARTER_S);
    const itsModel = words[at + 3] ?? 0;
    if (calls === undefined || itsQuarter !== quarter || itsModel !== model) {
      group?.note(part, first, last);
      quarter = itsQuarter;
      model = itsModel;
      const name = models[model] ?? '';
      group = groups.of(part, time, name);
      calls = group.callsOf(name);
      first = time;
      last = time;
    }
    if (time < first) first = time;
    if (time > last) last = time;
    const isLong = calls.long.length > 0;
    const figures = cost >= 0 ? calls.said : isLong ? figuresFor(calls, input) : calls.unsaid;
    // Written out: a loop that is run once is not compiled before it is nearly done.
    figures[FIGURE.calls] = (figures[FIGURE.calls] ?? 0) + 1;
    figures[FIGURE.input] = (figures[FIGURE.input] ?? 0) + input;
    figures[FIGURE.cached] = (figures[FIGURE.cached] ?? 0) + (words[at + 5] ?? 0);
    figures[FIGURE.written] = (figures[FIGURE.written] ?? 0) + (words[at + 6] ?? 0);
    figures[FIGURE.output] = (figures[FIGURE.output] ?? 0) + (words[at + 7] ?? 0);
    figures[FIGURE.reasoning] = (figures[FIGURE.reasoning] ?? 0) + (words[at + 8] ?? 0);
    if (cost >= 0) figures[FIGURE.cost] = (figures[FIGURE.cost] ?? 0) + cost;
  }
  group?.note(part, first, last);
}

/** Adds what was used beside all rows. */
export function addUse(use: CountedUse, groups: UsageGroups): void {
  const { part, time, model, input, cost } = use;
  const group = groups.of(part, time, model);
  group.note(part, time, time);
  const calls = group.callsOf(model);
  const figures = cost >= 0 ? calls.said : figuresFor(calls, input);
  addFigure(figures, FIGURE.calls, 1);
  addFigure(figures, FIGURE.input, input);
  addFigure(figures, FIGURE.cached, use.cached);
  addFigure(figures, FIGURE.written, use.written);
  addFigure(figures, FIGURE.output, use.output);
  addFigure(figures, FIGURE.reasoning, use.reasoning);
  if (cost >= 0) addFigure(figures, FIGURE.cost, cost);
}
