/** What a patch does to a file, as session files tell it. */
export type NativeChange =
  | { type: 'add'; content: string }
  | { type: 'delete'; content?: string }
  | { type: 'update'; unified_diff: string; move_path: string | null };

/** The same up to 0.42, with the kind around it. */
export type LegacyChange =
  | { add: { content: string } }
  | { delete: Record<string, unknown> }
  | { update: { unified_diff: string; move_path: string | null } };

/** A duration as Rust writes it. */
export interface NativeDuration {
  secs: number;
  nanos: number;
}

/** What was called of an MCP server. */
export interface McpInvocation {
  server: string;
  tool: string;
  arguments?: unknown;
}

/** What it answered: `isError` where the tool itself failed, `Err` where the call did. */
export type McpOutcome =
  | { Ok: { content: unknown[]; structuredContent?: unknown; isError?: boolean } }
  | { Err: string };
