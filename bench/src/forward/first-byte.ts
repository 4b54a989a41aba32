import type { Measurement } from '../benchmark.js';
import { median } from '../median.js';
import { withForward } from './with-forward.js';

const WARM_UP_CALLS = 50;
const MEASURED_CALLS = 500;

/** What going through the gateway adds to the first byte, call by call beside going direct. */
export async function firstByte(): Promise<Measurement[]> {
  return withForward({ eventsPerStream: 3, connections: 1 }, async (roads) => {
    const direct: number[] = [];
    const forwarded: number[] = [];
    for (let call = 0; call < WARM_UP_CALLS + MEASURED_CALLS; call += 1) {
      const straight = await roads.direct('straight');
      const through = await roads.forwarded('through');
      if (call < WARM_UP_CALLS) continue;
      direct.push(straight.firstByteMilliseconds);
      forwarded.push(through.firstByteMilliseconds);
    }
    const added = forwarded.map((time, call) => time - (direct[call] ?? Number.NaN));
    return [
      {
        name: 'first byte through forward, over going direct',
        value: median(added),
        unit: 'ms',
        bar: 2,
        detail: `${MEASURED_CALLS} pairs, medians ${median(direct).toFixed(2)} ms direct, ${median(forwarded).toFixed(2)} ms forwarded`,
      },
    ];
  });
}
