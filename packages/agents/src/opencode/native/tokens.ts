/** Tokens of one model call, or of all of a session. What came from a cache is not in `input`. */
export interface Tokens {
  /** Absent up to 1.0, and of a session. */
  total?: number;
  input: number;
  /** From 1.3.16 on without the reasoning, before that with it. */
  output: number;
  reasoning: number;
  cache: { read: number; write: number };
}
