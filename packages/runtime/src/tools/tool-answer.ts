/** What the caller answers to a request: what its tool gave, as JSON can say it, or why it failed. */
export type ToolAnswer = { readonly output: unknown } | { readonly error: string };

/**
 * What became of an answer. `late`: the request is answered, timed out or ended with its turn.
 * `unknown`: the turn never made it.
 */
export type AnswerReceipt = 'taken' | 'late' | 'unknown';
