import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import {
  type BodyEdit,
  dropUnknownFields,
  entriesOf,
  filterList,
  isDenied,
  refuseInputs,
  setField,
  type ToolKind,
} from './body-edit.js';
import type { HostedToolKind } from './hosted-access.js';

/** The fields of a Messages request. */
const FIELDS = new Set([
  'cache_control',
  'container',
  'context_hint',
  'context_management',
  'diagnostics',
  'inference_geo',
  'max_tokens',
  'mcp_servers',
  'messages',
  'metadata',
  'model',
  'output_config',
  'output_format',
  'service_tier',
  'speed',
  'stop_sequences',
  'stream',
  'system',
  'temperature',
  'thinking',
  'tool_choice',
  'tools',
  'top_k',
  'top_p',
]);

/** Tools of Anthropic's that the client executes, and a search among the tools of the same request. */
const CLIENT_TYPES = /^(custom|(bash|text_editor|memory|computer)_\d{8}|tool_search_tool_\w+)$/;

const HOSTED_TYPES: readonly (readonly [type: RegExp, kind: HostedToolKind])[] = [
  [/^web_search/, 'web_search'],
  [/^web_fetch/, 'web_fetch'],
  [/^code_execution/, 'code_execution'],
  [/^mcp/, 'mcp'],
];

/** Where what is fetched stands in the request itself. */
const SENT_SOURCES = new Set<unknown>(['base64', 'text', 'content']);

/** What a tool was called with, and what it takes. */
const SKIPPED = new Set(['input', 'input_schema']);

/** The beta names by which what is denied is switched on. */
const HOSTED_BETAS: readonly (readonly [name: RegExp, kind: HostedToolKind])[] = [
  [/^web-search/, 'web_search'],
  [/^web-fetch/, 'web_fetch'],
  [/^(code-execution|skills|environments|managed-agents|ccr-)/, 'code_execution'],
  [/^mcp-/, 'mcp'],
  [/^files-api/, 'files'],
];

/** The betas of Claude Code and OpenCode that ask for nothing outside the request, by name and date. */
const PLAIN_BETAS = new Set([
  'advanced-tool-use',
  'afk-mode',
  'cache-diagnosis',
  'claude-code',
  'compact',
  'computer-use',
  'context-1m',
  'context-hint',
  'context-management',
  'effort',
  'extended-cache-ttl',
  'fast-mode',
  'fine-grained-tool-streaming',
  'interleaved-thinking',
  'mid-conversation-system',
  'oauth',
  'output-128k',
  'pdfs',
  'prompt-caching',
  'prompt-caching-scope',
  'redact-thinking',
  'structured-outputs',
  'summarize-connector-text',
  'task-budgets',
  'thinking-binding-controls',
  'thinking-token-count',
  'token-counting',
  'token-efficient-tools',
  'tool-examples',
  'tool-search-tool',
]);

const DATED_BETA = /^([a-z0-9-]+)-(\d{8}|\d{4}-\d{2}-\d{2})$/;

/** Removes from an Anthropic Messages request what the turn's provider may not do. */
export function editAnthropic(edit: BodyEdit): void {
  refuseInputs(edit, [edit.body.messages, edit.body.system], fetchedInput, SKIPPED);
  dropUnknownFields(edit, (name) => FIELDS.has(name));
  dropField(edit, 'mcp_servers', 'mcp');
  dropField(edit, 'container', 'code_execution');
  editTools(edit);
}

/** The allowed names of an `anthropic-beta` header; `undefined` if there are none. */
export function allowedBetas(header: string, { access }: Pick<BodyEdit, 'access'>) {
  const names = header.split(',').map((name) => name.trim());
  const kept = names.filter((name) => {
    const kind = kindOfBeta(name);
    return /^[a-z0-9-]+$/.test(name) && (kind === 'client' || access.allows(kind));
  });
  return kept.length === 0 ? undefined : kept.join(',');
}

/** An unknown name may enable anything. */
function kindOfBeta(name: string): ToolKind {
  const hosted = HOSTED_BETAS.find(([pattern]) => pattern.test(name))?.[1];
  if (hosted !== undefined) return hosted;
  return PLAIN_BETAS.has(DATED_BETA.exec(name)?.[1] ?? '') ? 'client' : 'other';
}

function fetchedInput(name: string, value: unknown): HostedToolKind | undefined {
  // No item of a conversation has tools today; one that does is refused, because they are not checked here.
  if (name === 'tools' || name === 'mcp_servers') return 'other';
  if (name === 'file_id') return typeof value === 'string' ? 'files' : undefined;
  if (name !== 'source' || !isJsonObject(value) || SENT_SOURCES.has(value.type)) return undefined;
  return value.type === 'file' ? 'files' : 'url_input';
}

function dropField(edit: BodyEdit, name: string, kind: HostedToolKind): void {
  const value = edit.body[name];
  if (value !== undefined && value !== null && isDenied(edit, kind)) {
    setField(edit, name, undefined);
  }
}

function editTools(edit: BodyEdit): void {
  const tools = entriesOf(edit.body.tools);
  if (tools === undefined) return;
  const gone = new Set<unknown>();
  const kept = filterList(tools, (tool) => {
    if (!isDenied(edit, kindOf(tool))) return tool;
    if (isJsonObject(tool)) gone.add(tool.name);
    return undefined;
  });
  if (kept === tools) return;
  if (kept.length === 0) {
    setField(edit, 'tools', undefined);
    setField(edit, 'tool_choice', undefined);
    return;
  }
  setField(edit, 'tools', kept.map(withoutCallers));
  const choice = edit.body.tool_choice;
  if (isJsonObject(choice) && choice.type === 'tool' && gone.has(choice.name)) {
    const { name: _name, ...rest } = choice;
    setField(edit, 'tool_choice', { ...rest, type: 'auto' });
  }
}

/** `allowed_callers` may name a removed tool. */
function withoutCallers(tool: unknown): unknown {
  if (!isJsonObject(tool)) return tool;
  const { allowed_callers: _callers, ...rest } = tool;
  return rest;
}

function kindOf(tool: unknown): ToolKind {
  if (!isJsonObject(tool)) return 'other';
  const { type }: JsonObject = tool;
  if (type === undefined || type === null) return 'client';
  if (typeof type !== 'string') return 'other';
  if (CLIENT_TYPES.test(type)) return 'client';
  return HOSTED_TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}
