import type { JsonObject, PlanItem, ToolKind } from '@dragoman/protocol';
import { objectsAt, textAt } from '../../interpret/json-fields.js';
import {
  type CommonCall,
  editCall,
  mcpToolName,
  type PlanCall,
  planStatus,
  userQuestions,
} from '../../tools/common-call.js';
import { readPatch } from '../../tools/patch.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { type ToolShape, toolShapes } from './tool-shapes.js';

/** A call as the model made it. */
export interface NativeCall {
  readonly tool: string;
  readonly input: JsonObject;
}

type ReadCall = (call: NativeCall) => CommonCall | PlanCall;

/** Tools whose input needs more than renamed fields. */
const READERS: Readonly<Record<string, ReadCall>> = {
  todowrite: planCall,
  // What GPT models get instead of `edit` and `write`; up to 1.0 it was called `patch`.
  apply_patch: patchCall,
  patch: patchCall,
  list: listFolder,
  question: askUser,
};

/** A call in the common vocabulary. A tool that nobody knows keeps its name and its input. */
export function toCommonCall(call: NativeCall): CommonCall | PlanCall {
  const { tool, input } = call;
  if (Object.hasOwn(READERS, tool))
    return READERS[tool]?.(call) ?? recast(call, tool, 'other', input);
  const shape = Object.hasOwn(toolShapes, tool) ? toolShapes[tool] : undefined;
  if (shape !== undefined) return recastAs(call, shape);
  const mcpName = mcpNameOfTool(tool);
  return recast(call, mcpName ?? tool, mcpName === undefined ? 'other' : 'mcp', input);
}

function patchCall(call: NativeCall): CommonCall {
  const text = textAt(call.input, 'patchText');
  const patch = text === undefined ? undefined : readPatch(text);
  if (patch === undefined) return recast(call, 'Edit', 'edit', call.input);
  const names = { name: call.tool, parameters: call.input };
  return editCall(resolveChanges(patch.changes, undefined), names);
}

/** `list`: all entries of a folder. */
function listFolder(call: NativeCall): CommonCall {
  const path = textAt(call.input, 'path');
  const parameters = path === undefined ? { pattern: '*' } : { pattern: '*', path };
  return recast(call, 'Glob', 'search', parameters);
}

function askUser(call: NativeCall): CommonCall {
  const questions = userQuestions(call.input);
  const parameters = questions === undefined ? call.input : { questions };
  return recast(call, 'AskUserQuestion', 'other', parameters);
}

/** `todowrite`: the whole list each time. */
function planCall(call: NativeCall): PlanCall | CommonCall {
  if (!Array.isArray(call.input.todos)) return recast(call, 'TodoWrite', 'plan', call.input);
  const plan = objectsAt(call.input, 'todos').flatMap(readItem);
  const todos = plan.map(({ text, status }) => ({ content: text, status, activeForm: text }));
  return { plan, call: recast(call, 'TodoWrite', 'plan', { todos }) };
}

function readItem(todo: JsonObject): PlanItem[] {
  const text = textAt(todo, 'content');
  if (text === undefined) return [];
  return [{ text, status: planStatus(textAt(todo, 'status')) ?? 'pending' }];
}

/**
 * The common name of a tool that isn't built in: `demo_echo` is `echo` of the server `demo`.
 * Undefined where the name has no two parts. OpenCode joins the two with a `_` that either may have as
 * well, and splits at the first when it doesn't know the server, as is done here. A custom tool of the
 * user may have such a name, too; nothing distinguishes it from one of a server.
 */
function mcpNameOfTool(tool: string): string | undefined {
  const seam = tool.indexOf('_');
  if (seam < 1 || seam === tool.length - 1) return undefined;
  return mcpToolName(tool.slice(0, seam), tool.slice(seam + 1));
}

/** A call under its common name, with its input in the form that the common tool has. */
function recast(
  { tool, input }: NativeCall,
  tool_name: string,
  kind: ToolKind,
  parameters: JsonObject,
): CommonCall {
  return parameters === input
    ? { tool_name, kind, parameters, native_name: tool }
    : { tool_name, kind, parameters, native_name: tool, native_parameters: input };
}

/** The same by a shape. An input that doesn't fit it stays as it is. */
function recastAs(call: NativeCall, shape: ToolShape): CommonCall {
  return recast(call, shape.tool_name, shape.kind, inputFor(call.input, shape));
}

function inputFor(input: JsonObject, { takes, needs = [] }: ToolShape): JsonObject {
  if (takes === undefined || needs.some((name) => typeof input[name] !== 'string')) return input;
  const names = Object.keys(input);
  if (names.every((name) => ownName(takes, name) === name)) return input;
  const parameters: JsonObject = {};
  for (const name of names) {
    const common = ownName(takes, name);
    if (common !== undefined) parameters[common] = input[name];
  }
  return parameters;
}

function ownName(takes: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(takes, name) ? takes[name] : undefined;
}
