import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import {
  type BodyEdit,
  dropUnknownFields,
  filterList,
  isDenied,
  refuseFields,
  refuseInputs,
  setField,
  type ToolKind,
} from './body-edit.js';
import type { HostedToolKind } from './hosted-access.js';

/** The fields of a Responses request. */
const FIELDS = new Set([
  'background',
  // Codex says here which of its turns asks.
  'client_metadata',
  'context_management',
  'conversation',
  'include',
  'input',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'model',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
]);

/** Tools that the client executes. `tool_search` only looks among the tools of the same request. */
const CLIENT_TYPES = new Set(['function', 'custom', 'local_shell', 'apply_patch', 'tool_search']);

const HOSTED_TYPES: readonly (readonly [type: RegExp, kind: HostedToolKind])[] = [
  [/^web_search/, 'web_search'],
  [/^mcp/, 'mcp'],
  [/^code_interpreter/, 'code_execution'],
  [/^file_search/, 'file_search'],
  [/^computer/, 'computer'],
  [/^image_generation/, 'image_generation'],
];

/** JSON schemas: what a tool takes is no input. */
const SKIPPED = new Set(['parameters']);

/** OpenAI Responses without what a turn's provider may not do for it. */
export function editOpenai(edit: BodyEdit, options: { readonly stores: boolean }): void {
  refuseFields(edit, ['previous_response_id', 'conversation', 'prompt'], 'stored_content');
  refuseInputs(edit, [edit.body.input, edit.body.tools], fetchedInput, SKIPPED);
  dropUnknownFields(edit, (name) => FIELDS.has(name));
  editInput(edit);
  edit.body = editTools(edit, edit.body) ?? edit.body;
  fixChoice(edit);
  fixInclude(edit);
  keepNothingStored(edit, options);
}

function fetchedInput(name: string, value: unknown): HostedToolKind | undefined {
  switch (name) {
    case 'image_url':
      return isData(isJsonObject(value) ? value.url : value) ? undefined : 'url_input';
    case 'file_url':
      return typeof value === 'string' ? 'url_input' : undefined;
    case 'file_id':
      return typeof value === 'string' ? 'files' : undefined;
    case 'type':
      return value === 'item_reference' ? 'stored_content' : undefined;
    default:
      return undefined;
  }
}

/** A picture that stands in the request itself. */
function isData(value: unknown): boolean {
  return typeof value !== 'string' || /^data:/i.test(value);
}

/** For some models Codex offers its tools as an entry of the conversation; results of a search are such, too. */
function editInput(edit: BodyEdit): void {
  const { input } = edit.body;
  if (typeof input !== 'object' || input === null) return;
  const list: readonly unknown[] = Array.isArray(input) ? input : [input];
  const kept = filterList(list, (item) => (isJsonObject(item) ? editTools(edit, item) : item));
  if (kept !== list) setField(edit, 'input', kept);
}

/**
 * Something that has `tools`, without those that are denied: a request, an entry of the conversation,
 * a namespace. What offered only such is gone as a whole, but for a request.
 */
function editTools(edit: BodyEdit, holder: JsonObject): JsonObject | undefined {
  if (holder.tools === undefined || holder.tools === null) return holder;
  const before: readonly unknown[] = Array.isArray(holder.tools) ? holder.tools : [holder.tools];
  const tools = filterList(before, (tool) => {
    if (!isJsonObject(tool)) return isDenied(edit, 'other') ? undefined : tool;
    if (tool.type === 'namespace') return editTools(edit, tool);
    return isDenied(edit, kindOf(tool)) ? undefined : tool;
  });
  if (tools === before) return holder;
  if (tools.length > 0) return { ...holder, tools };
  if (holder !== edit.body) return undefined;
  const { tools: _tools, tool_choice: _choice, ...rest } = holder;
  return rest;
}

function kindOf({ type, environment }: JsonObject): ToolKind {
  if (typeof type !== 'string') return 'other';
  if (CLIENT_TYPES.has(type)) return 'client';
  // A shell is the client's only where it says so; else it is a container of the provider.
  if (type === 'shell') {
    return isJsonObject(environment) && environment.type === 'local' ? 'client' : 'code_execution';
  }
  return HOSTED_TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/** A choice must not name a tool that is gone. */
function fixChoice(edit: BodyEdit): void {
  const choice = edit.body.tool_choice;
  if (!isJsonObject(choice)) return;
  if (choice.type === 'allowed_tools' && Array.isArray(choice.tools)) {
    const tools = filterList(choice.tools, (tool) =>
      isJsonObject(tool) && isDenied(edit, kindOf(tool)) ? undefined : tool,
    );
    if (tools === choice.tools) return;
    setField(edit, 'tool_choice', tools.length === 0 ? 'auto' : { ...choice, tools });
    return;
  }
  if (isDenied(edit, kindOf(choice))) setField(edit, 'tool_choice', 'auto');
}

/** What is to be included of a tool that is gone, such as `web_search_call.results`. */
function fixInclude(edit: BodyEdit): void {
  const { include } = edit.body;
  if (!Array.isArray(include)) return;
  const kept = filterList(include, (name) => {
    const kind = HOSTED_TYPES.find(([pattern]) => typeof name === 'string' && pattern.test(name));
    return kind !== undefined && !edit.access.allows(kind[1]) ? undefined : name;
  });
  if (kept !== include) setField(edit, 'include', kept);
}

/** The provider keeps an answer unless it is told not to. Nothing that a client offers is lost by it. */
function keepNothingStored(edit: BodyEdit, { stores }: { readonly stores: boolean }): void {
  if (edit.access.allows('stored_content')) return;
  const { store } = edit.body;
  if (store === false || (store === undefined && !stores)) return;
  setField(edit, 'store', false);
}
