/**
 * What every gateway promises, whichever way it answers (`script`, `forward`, `replay`).
 *
 * A gateway is an HTTP server on loopback or on a unix socket. An agent reaches it with a token of
 * its own instead of a key: `admit` hands out the token for one turn, and the turn's pass counts
 * what it used. Revoking the pass makes the token worthless.
 */

/** The wire languages a gateway speaks: OpenAI Responses, Anthropic Messages, Gemini generateContent. */
export type Dialect = 'openai' | 'anthropic' | 'gemini';

/** Where a gateway listens. Port 0 (the default) takes a free one; the host is always loopback. */
export type ListenOptions = { port?: number } | { socketPath: string };

export interface Gateway<TurnOptions> {
  /** `http://127.0.0.1:<port>`; `undefined` on a unix socket. */
  readonly url: string | undefined;
  readonly socketPath: string | undefined;
  /** Lets one turn in. */
  admit(options: TurnOptions): TurnPass;
  /** Stops listening and ends every exchange still under way. */
  close(): Promise<void>;
}

export interface TurnPass {
  /** What the agent presents as its API key. */
  readonly token: string;
  /** What the turn has used so far. */
  usage(): TurnUsage;
  /** Takes the token back; exchanges under way are ended. */
  revoke(): void;
}

/** What models report for one answer. Cached is part of input, reasoning is part of output. */
export interface TokenCounts {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  /** What of the input was written to a cache, where a provider says that. */
  writtenInputTokens?: number;
}

/** `requests` counts calls that ask a model for an answer, not model lists or token counts. */
export interface TurnUsage extends TokenCounts {
  requests: number;
  /** What its answers cost, for a turn whose budget is in dollars. */
  costUsd?: number;
}
