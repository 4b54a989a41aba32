import { isJsonObject } from '@dragoman/protocol';
import { type FormTool, formTools } from '@dragoman/protocol/http';
import type { OfferedTool } from '../model/turn-source.js';
import type { CallOptions, CallWarning } from './call-options.js';
import { toolWarnings } from './call-warnings.js';

/** The caller's tools as the agent gets them, and what to say where it doesn't. */
export interface OfferedTools {
  readonly tools: readonly OfferedTool[];
  /** Whether the agent's own tools may be shown as calls. */
  readonly activity: boolean;
  readonly warnings: readonly CallWarning[];
}

type Tool = NonNullable<CallOptions['tools']>[number];

/** `timeoutMs`: how long an answer may take before the agent goes on without it. */
export function offerTools(
  call: CallOptions,
  agent: string,
  timeoutMs: number | undefined,
): OfferedTools {
  const { tools = [], toolChoice } = call;
  const choice = toolChoice?.type ?? 'auto';
  const activity = choice !== 'none';
  return {
    tools: activity ? tools.flatMap((tool) => callerTool(tool, timeoutMs) ?? []) : [],
    activity,
    warnings: [...tools.flatMap((tool) => toolWarnings(tool, agent)), ...WARNED[choice](agent)],
  };
}

/** The SDK takes no call at all then, not even one of the agent's own tools. */
const NONE_DETAILS =
  "The caller's tools are not offered. The agent still has its own; they are not shown.";

const WARNED: Record<
  NonNullable<CallOptions['toolChoice']>['type'],
  (agent: string) => CallWarning[]
> = {
  auto: () => [],
  none: () => [{ type: 'compatibility', feature: 'toolChoice', details: NONE_DETAILS }],
  required: forced,
  tool: forced,
};

function forced(agent: string): CallWarning[] {
  const details = `${agent} chooses its tools itself.`;
  return [{ type: 'unsupported', feature: 'toolChoice', details }];
}

function callerTool(tool: Tool, timeoutMs: number | undefined): OfferedTool | undefined {
  if (tool.type !== 'function') return undefined;
  const { name, description, inputSchema } = tool;
  const event = formEvent(name, inputSchema);
  return {
    name,
    ...(description !== undefined && { description }),
    // A schema that says nothing takes any object: the input of a tool is always one.
    inputSchema: { type: 'object', ...inputSchema },
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(event !== undefined && { event }),
  };
}

const FORM_TOOLS: ReadonlyMap<string, FormTool> = new Map(
  Object.values(formTools).map((tool) => [tool.name, tool]),
);

/**
 * The type of event that a call becomes, where the tool is one of those for forms. A tool that only has the
 * name of one, and takes another input, is none.
 */
export function formEvent(name: string, inputSchema: unknown): OfferedTool['event'] {
  const tool = FORM_TOOLS.get(name);
  if (tool === undefined || fieldsOf(inputSchema) !== fieldsOf(tool.inputSchema)) return undefined;
  return tool.event;
}

function fieldsOf(schema: unknown): string {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  return isJsonObject(properties) ? Object.keys(properties).sort().join() : '';
}
