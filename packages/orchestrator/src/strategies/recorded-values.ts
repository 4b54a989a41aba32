/** Values that are chosen once, and then the same whenever the strategy is called again. */
export interface RecordedValues {
  /** The next of them: the recorded one, else a new one. */
  next(choose: () => number): number;
  /** How many of the recorded weren't asked for. */
  readonly left: number;
}

export function createRecordedValues(
  recorded: readonly number[],
  record: (value: number) => void,
): RecordedValues {
  let count = 0;
  return {
    get left() {
      return Math.max(0, recorded.length - count);
    },
    next(choose) {
      const known = recorded[count];
      count += 1;
      if (known !== undefined) return known;
      const value = choose();
      record(value);
      return value;
    },
  };
}
