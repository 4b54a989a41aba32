/** Which row has which key, for very many of them. */
export interface KeyMap {
  /** Notes the key of a row, unless it is known; then gives the row that has it. */
  note(high: number, low: number, row: number): number | undefined;
  /** The row that has a key. */
  find(high: number, low: number): number | undefined;
}

/** @param most how many keys there may be. */
export function createKeyMap(most: number): KeyMap {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(16, most * 2)));
  const mask = slots - 1;
  const highs = new Uint32Array(slots);
  const lows = new Uint32Array(slots);
  /** Each is one more than the row: 0 is nothing. */
  const rows = new Uint32Array(slots);

  const slotOf = (high: number, low: number): number => {
    let slot = low & mask;
    while (rows[slot] !== 0 && (highs[slot] !== high || lows[slot] !== low)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  };

  return {
    note(high, low, row) {
      const slot = slotOf(high, low);
      const known = rows[slot] ?? 0;
      if (known !== 0) return known - 1;
      highs[slot] = high;
      lows[slot] = low;
      rows[slot] = row + 1;
      return undefined;
    },
    find(high, low) {
      const known = rows[slotOf(high, low)] ?? 0;
      return known === 0 ? undefined : known - 1;
    },
  };
}
