/** A tool that the caller of a turn executes. The agent sees it as `mcp__caller__<name>`. */
export interface CallerTool {
  /** Letters, digits, `_` and `-`, at most 51, beginning with a letter or `_`. */
  readonly name: string;
  /** What the model is told about it. */
  readonly description?: string | undefined;
  /** The JSON Schema of its input, which is an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** How long an answer may take before the agent is told that none came. Default: ten minutes. */
  readonly timeoutMs?: number | undefined;
  /** As which event a call is told. Default: `tool_request`. */
  readonly event?: 'tool_request' | 'snapshot_request' | 'execute_request' | undefined;
  /** Says what is wrong with an output, which the agent is told in its place. */
  readonly checkOutput?: ((output: unknown) => string | undefined) | undefined;
}

/** The name of the tool server through which an agent reaches the tools of the caller. */
export const callerServerName = 'caller';
