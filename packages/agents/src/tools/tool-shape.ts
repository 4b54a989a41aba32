import type { JsonObject, PlanItem, ToolKind } from '@dragoman/protocol';
import { given, objectsAt, textAt } from '../interpret/json-fields.js';
import { type CommonCall, type PlanCall, planStatus } from './common-call.js';

/** A call as the model made it. */
export interface NativeCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** Finds a parameter in the input of a call; undefined where it isn't there. */
type ReadParameter = (input: JsonObject, toolName: string) => unknown;

/** What a tool is in the common vocabulary, and how its input is read there. */
export interface ToolShape {
  readonly tool_name: string;
  readonly kind: ToolKind;
  /** The common parameters, each by the native name of it or by how to find it. Absent: the input as it is. */
  readonly takes?: Readonly<Record<string, string | ReadParameter>>;
  /** The common parameters that must be text. Without them the input stays as it is. */
  readonly needs?: readonly string[];
}

/** A parameter that is text, under the first of these names that there is. */
export function textOf(...names: readonly string[]): (input: JsonObject) => string | undefined {
  return (input) => {
    for (const name of names) {
      const text = textAt(input, name);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

/** A call in the form that its tool has in the common vocabulary. */
export function shapedCall(call: NativeCall, shape: ToolShape): CommonCall {
  return recast(call, shape.tool_name, shape.kind, inputFor(call, shape));
}

function inputFor({ name, input }: NativeCall, { takes, needs = [] }: ToolShape): JsonObject {
  if (takes === undefined) return input;
  const parameters: JsonObject = {};
  for (const [common, from] of Object.entries(takes)) {
    parameters[common] = typeof from === 'string' ? ownValue(input, from) : from(input, name);
  }
  return needs.every((needed) => typeof parameters[needed] === 'string')
    ? given(parameters)
    : input;
}

function ownValue(input: JsonObject, name: string): unknown {
  return Object.hasOwn(input, name) ? input[name] : undefined;
}

/** A call under its common name. The native input is kept where the common one differs. */
export function recast(
  { name, input }: NativeCall,
  tool_name: string,
  kind: ToolKind,
  parameters: JsonObject,
): CommonCall {
  return isSame(input, parameters)
    ? { tool_name, kind, parameters, native_name: name }
    : { tool_name, kind, parameters, native_name: name, native_parameters: input };
}

function isSame(input: JsonObject, parameters: JsonObject): boolean {
  for (const name in input) {
    if (input[name] !== parameters[name]) return false;
  }
  for (const name in parameters) {
    if (!(name in input)) return false;
  }
  return true;
}

/** A call that sets the plan by its `todos`: all of it each time. A step in any other state is to be done. */
export function todosCall(call: NativeCall, stepText: string): PlanCall | CommonCall {
  if (!Array.isArray(call.input.todos)) return recast(call, 'TodoWrite', 'plan', call.input);
  const plan = objectsAt(call.input, 'todos').flatMap((todo): PlanItem[] => {
    const text = textAt(todo, stepText);
    const status = planStatus(textAt(todo, 'status')) ?? 'pending';
    return text === undefined ? [] : [{ text, status }];
  });
  return { plan, call: recast(call, 'TodoWrite', 'plan', todosOf(plan)) };
}

/** A plan as the common tool takes it. */
export function todosOf(plan: readonly PlanItem[]): JsonObject {
  return { todos: plan.map(({ text, status }) => ({ content: text, status, activeForm: text })) };
}
