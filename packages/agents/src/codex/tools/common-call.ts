import type { JsonObject, PlanItem, ToolKind } from '@dragoman/protocol';

/** A call in the common vocabulary, ready to be told as `tool_use`. */
export interface CommonCall {
  readonly tool_name: string;
  readonly kind: ToolKind;
  readonly parameters: JsonObject;
  /** What Codex calls the tool. */
  readonly native_name?: string;
  /** The input as Codex wrote it, where that differs from `parameters`. */
  readonly native_parameters?: unknown;
}

/** A call that sets the plan: told as `plan`, not as `tool_use`. */
export interface PlanCall {
  readonly plan: readonly PlanItem[];
  /** The same as a common call, for one that was refused and so is no plan. */
  readonly call: CommonCall;
}

/** A call as the model made it. */
export interface NativeCall {
  readonly name: string;
  /** From 0.121 on, the tools of an MCP server share one: `mcp__demo`. */
  readonly namespace?: string | undefined;
  /** The arguments: JSON text of a function, any text of a custom tool, or an object. */
  readonly input: unknown;
}
