/** What a message used. The input leaves out what was read from the cache or written to it. */
export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens?: number;
  readonly cache_creation_input_tokens?: number;
  /** From 2.1.325 on. */
  readonly output_tokens_details?: { readonly thinking_tokens?: number };
}
