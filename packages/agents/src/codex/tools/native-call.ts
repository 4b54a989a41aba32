/** A call as the model made it. */
export interface NativeCall {
  readonly name: string;
  /** From 0.121 on, the tools of an MCP server share one: `mcp__demo`. */
  readonly namespace?: string | undefined;
  /** The arguments: JSON text of a function, any text of a custom tool, or an object. */
  readonly input: unknown;
}
