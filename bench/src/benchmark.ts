/** One thing measured against one bar. Always a ratio or a difference within the same run. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The most the value may be. */
  readonly bar: number;
  /** What the value was computed from, and how much it varied. */
  readonly detail: string;
}

/** What could not be measured here, and why. */
export interface Unmeasured {
  readonly name: string;
  readonly unmeasured: string;
}

export type Benchmark = () => Promise<readonly (Measurement | Unmeasured)[]>;
