/** Codex's token figures. Cached tokens are part of the input, reasoning is part of the output. */
export interface TokenUsage {
  input_tokens: number;
  cached_input_tokens: number;
  /** From 0.150 on. */
  cache_write_input_tokens?: number;
  output_tokens: number;
  /** In `turn.completed` from 0.135 on. */
  reasoning_output_tokens?: number;
  /** Not in `turn.completed`. */
  total_tokens?: number;
}

export interface TokenUsageInfo {
  total_token_usage: TokenUsage;
  last_token_usage: TokenUsage;
  model_context_window: number | null;
}
