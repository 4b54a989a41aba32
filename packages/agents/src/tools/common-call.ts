import type { JsonObject, PlanItem, ToolKind } from '@dragoman/protocol';

/** A call in the common vocabulary, ready to be told as `tool_use`. */
export interface CommonCall {
  readonly tool_name: string;
  readonly kind: ToolKind;
  readonly parameters: JsonObject;
  /** What the agent calls the tool. */
  readonly native_name?: string;
  /** The input as the agent wrote it, where that differs from `parameters`. */
  readonly native_parameters?: unknown;
}

/** A call that sets the plan: told as `plan`, not as `tool_use`. */
export interface PlanCall {
  readonly plan: readonly PlanItem[];
  /** The same as a common call, for one that was refused and so is no plan. */
  readonly call: CommonCall;
}

/** True for a call that sets the plan. */
export function isPlanCall(call: CommonCall | PlanCall): call is PlanCall {
  return 'plan' in call;
}
