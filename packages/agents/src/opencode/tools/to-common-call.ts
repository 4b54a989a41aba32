import { textAt } from '../../interpret/json-fields.js';
import type { CommonCall, PlanCall } from '../../tools/common-call.js';
import { editCall } from '../../tools/edit-call.js';
import { readPatch } from '../../tools/patch.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { userQuestions } from '../../tools/user-questions.js';
import { mcpNameOfTool } from './mcp-name-of-tool.js';
import type { NativeCall } from './native-call.js';
import { planCall } from './plan-call.js';
import { recast, recastAs } from './recast.js';
import { toolShapes } from './tool-shapes.js';

type ReadCall = (call: NativeCall) => CommonCall | PlanCall;

/** Tools whose input takes more than other names. */
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

/** All that lies in a folder. */
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
