type Figures = Record<string, number>;

/** Makes the counts of many short sessions those of one: their totals go on from piece to piece. */
export interface RunningTotal {
  /** The line, with the total of all so far if it has one. */
  withTotal(line: string): string;
}

const COUNT = /"token_count"|"token_usage_record"/;

export function createRunningTotal(): RunningTotal {
  const sum: Figures = {};
  /** Where each call has an exact record, the count behind it only repeats the total. */
  let isExact = false;
  const grow = (used: Figures): Figures => {
    for (const [name, figure] of Object.entries(used)) sum[name] = (sum[name] ?? 0) + figure;
    return sum;
  };

  return {
    withTotal(line) {
      if (!COUNT.test(line)) return line;
      const record = JSON.parse(line);
      const { payload } = record;
      const { info, thread_token_usage: exact } = payload;
      isExact ||= exact !== undefined;
      if (exact !== undefined) payload.thread_token_usage = grow(payload.usage);
      else if (info?.total_token_usage !== undefined) {
        info.total_token_usage = isExact ? sum : grow(info.last_token_usage);
      }
      return JSON.stringify(record);
    },
  };
}
