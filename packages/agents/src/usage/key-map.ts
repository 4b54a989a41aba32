/** Which row has which key, for very many of them. */
export interface KeyMap {
  /** Notes the key of the next row; gives the row that has the same, or -1. */
  note(high: number, low: number): number;
}

/** A power of two, by which keys are shifted. */
const SLOT_WORDS = 2;

/**
 * Half of each key is in the slots, so that a search touches few of them, and the other half is
 * beside: a million keys don't fit into the caches of a processor.
 *
 * @param most how many rows there may be.
 */
export function createKeyMap(most: number): KeyMap {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(16, most * 1.5)));
  const last = slots * SLOT_WORDS - 1;
  /** The lower half of a key, and one more than its row: 0 is nothing. */
  const table = new Uint32Array(slots * SLOT_WORDS);
  const highs = new Uint32Array(most);
  let rows = 0;
  return {
    note(high, low) {
      const row = rows;
      rows += 1;
      highs[row] = high;
      for (let at = (low << 1) & last; ; at = (at + SLOT_WORDS) & last) {
        const known = (table[at + 1] ?? 0) - 1;
        if (known === -1) {
          table[at] = low;
          table[at + 1] = row + 1;
          return -1;
        }
        if (table[at] === low && highs[known] === high) return known;
      }
    },
  };
}
