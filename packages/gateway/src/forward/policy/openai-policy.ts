import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import {
  type BodyEdit,
  dropUnknownFields,
  entriesOf,
  filterList,
  filterTools,
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
  // Codex identifies its turn here.
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

/** Tools that the client executes. `tool_search` only searches the tools of the same request. */
const CLIENT_TYPES = new Set(['function', 'custom', 'local_shell', 'apply_patch', 'tool_search']);

const HOSTED_TYPES: readonly (readonly [type: RegExp, kind: HostedToolKind])[] = [
  [/^web_search/, 'web_search'],
  [/^mcp/, 'mcp'],
  [/^code_interpreter/, 'code_execution'],
  [/^file_search/, 'file_search'],
  [/^computer/, 'computer'],
  [/^image_generation/, 'image_generation'],
];

/** JSON schemas of tools are no input. */
const SKIPPED = new Set(['parameters']);

/** Removes from an OpenAI Responses request what the turn's provider may not do. */
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

/** Whether an image is in the request itself. */
function isData(value: unknown): boolean {
  return typeof value !== 'string' || /^data:/i.test(value);
}

/** For some models Codex sends its tools in an item of the conversation; search results are such items, too. */
function editInput(edit: BodyEdit): void {
  const { input } = edit.body;
  if (typeof input !== 'object' || input === null) return;
  const items = entriesOf(input) ?? [];
  const kept = filterList(items, (item) => (isJsonObject(item) ? editTools(edit, item) : item));
  if (kept !== items) setField(edit, 'input', kept);
}

/**
 * Removes denied tools from an object with `tools`: a request, an item of the conversation, a namespace.
 * An item or namespace without tools left is removed as a whole.
 */
function editTools(edit: BodyEdit, holder: JsonObject): JsonObject | undefined {
  const before = entriesOf(holder.tools);
  if (before === undefined) return holder;
  const tools = filterTools(edit, before, (tool) => {
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
  // A shell runs at the client only if it says so; else in a container of the provider.
  if (type === 'shell') {
    return isJsonObject(environment) && environment.type === 'local' ? 'client' : 'code_execution';
  }
  return HOSTED_TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/** A choice must not name a removed tool. */
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

/** Removes includes of removed tools, such as `web_search_call.results`. */
function fixInclude(edit: BodyEdit): void {
  const { include } = edit.body;
  if (!Array.isArray(include)) return;
  const kept = filterList(include, (name) => {
    const kind = HOSTED_TYPES.find(([pattern]) => typeof name === 'string' && pattern.test(name));
    return kind !== undefined && !edit.access.allows(kind[1]) ? undefined : name;
  });
  if (kept !== include) setField(edit, 'include', kept);
}

/** The provider stores answers unless `store` is false. No agent depends on stored answers. */
function keepNothingStored(edit: BodyEdit, { stores }: { readonly stores: boolean }): void {
  if (edit.access.allows('stored_content')) return;
  const { store } = edit.body;
  if (store === false || (store === undefined && !stores)) return;
  setField(edit, 'store', false);
}
