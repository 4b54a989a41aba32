import type { ToolKind } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import {
  type CommonCall,
  editCall,
  mcpNameIn,
  type PlanCall,
  userQuestions,
} from '../../tools/common-call.js';
import { readPatch } from '../../tools/patch.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import {
  type NativeCall,
  recast,
  shapedCall,
  type ToolShape,
  textOf,
  todosCall,
} from '../../tools/tool-shape.js';

/** The tools of all recorded versions that have a common form. */
const SHAPES: ReadonlyMap<string, ToolShape> = new Map(
  Object.entries<ToolShape>({
    bash: {
      tool_name: 'Bash',
      kind: 'command',
      takes: { command: 'command', description: 'description', timeout: 'timeout' },
      needs: ['command'],
    },
    read: {
      tool_name: 'Read',
      kind: 'read',
      takes: { file_path: 'filePath', offset: 'offset', limit: 'limit' },
      needs: ['file_path'],
    },
    write: {
      tool_name: 'Write',
      kind: 'edit',
      takes: { file_path: 'filePath', content: 'content' },
      needs: ['file_path', 'content'],
    },
    edit: {
      tool_name: 'Edit',
      kind: 'edit',
      takes: {
        file_path: 'filePath',
        old_string: 'oldString',
        new_string: 'newString',
        replace_all: 'replaceAll',
      },
      needs: ['file_path', 'old_string', 'new_string'],
    },
    glob: {
      tool_name: 'Glob',
      kind: 'search',
      takes: { pattern: 'pattern', path: 'path' },
      needs: ['pattern'],
    },
    list: {
      tool_name: 'Glob',
      kind: 'search',
      takes: { pattern: () => '*', path: textOf('path') },
    },
    grep: {
      tool_name: 'Grep',
      kind: 'search',
      takes: { pattern: 'pattern', path: 'path', glob: 'include' },
      needs: ['pattern'],
    },
    webfetch: { tool_name: 'WebFetch', kind: 'web', takes: { url: 'url' }, needs: ['url'] },
    websearch: { tool_name: 'WebSearch', kind: 'web', takes: { query: 'query' }, needs: ['query'] },
    task: {
      tool_name: 'Task',
      kind: 'task',
      takes: {
        description: 'description',
        prompt: 'prompt',
        subagent_type: 'subagent_type',
        resume: 'task_id',
      },
      needs: ['description', 'prompt'],
    },
  }),
);

/** The tools that keep their name and input, and what sort of work they do. */
const KINDS: ReadonlyMap<string, ToolKind> = new Map(
  Object.entries<ToolKind>({
    multiedit: 'edit',
    codesearch: 'web',
    todoread: 'plan',
    skill: 'other',
    lsp: 'search',
    lsp_hover: 'search',
    lsp_diagnostics: 'search',
    batch: 'other',
    execute: 'other',
    plan_enter: 'plan',
    plan_exit: 'plan',
    list_mcp_resources: 'mcp',
    list_mcp_resource_templates: 'mcp',
    read_mcp_resource: 'mcp',
    StructuredOutput: 'other',
  }),
);

/** Tools whose input needs more than other names. */
const READERS: ReadonlyMap<string, (call: NativeCall) => CommonCall | PlanCall> = new Map([
  ['todowrite', (call: NativeCall) => todosCall(call, 'content')],
  // What GPT models get instead of `edit` and `write`; up to 1.0 it was called `patch`.
  ['apply_patch', patchCall],
  ['patch', patchCall],
  ['question', askUser],
]);

/** A call in the common vocabulary. A tool that nobody knows keeps its name and its input. */
export function readCall(call: NativeCall): CommonCall | PlanCall {
  const { name, input } = call;
  const read = READERS.get(name);
  if (read !== undefined) return read(call);
  const shape = SHAPES.get(name);
  if (shape !== undefined) return shapedCall(call, shape);
  const kind = KINDS.get(name);
  if (kind !== undefined) return recast(call, name, kind, input);
  // OpenCode joins server and tool with a `_` that either may have as well, and splits at the first
  // when it doesn't know the server. A custom tool of the user may have such a name, too; nothing
  // distinguishes it from one of a server.
  const mcpName = mcpNameIn(name, '_');
  return recast(call, mcpName ?? name, mcpName === undefined ? 'other' : 'mcp', input);
}

function patchCall(call: NativeCall): CommonCall {
  const text = textAt(call.input, 'patchText');
  const patch = text === undefined ? undefined : readPatch(text);
  if (patch === undefined) return recast(call, 'Edit', 'edit', call.input);
  const names = { name: call.name, parameters: call.input };
  return editCall(resolveChanges(patch.changes, undefined), names);
}

function askUser(call: NativeCall): CommonCall {
  const questions = userQuestions(call.input);
  const parameters = questions === undefined ? call.input : { questions };
  return recast(call, 'AskUserQuestion', 'other', parameters);
}
