import {
  type FileChange,
  isJsonObject,
  type JsonObject,
  type PlanItem,
  parseJson,
} from '@dragoman/protocol';
import { flagAt, listAt, objectAt, textAt } from '../../interpret/json-fields.js';
import {
  type CommonCall,
  type PlanCall,
  planStatus,
  userQuestions,
} from '../../tools/common-call.js';
import { todosOf } from '../../tools/tool-shape.js';
import { agentCall, promptOf, targetsOf } from './agent-calls.js';
import { type CallContext, changesOfInput, commandCall, patchCall } from './command-calls.js';
import { mcpNameOfCall } from './mcp.js';

type Reading = (input: CallInput, changes: FileChange[] | undefined) => CommonCall | PlanCall;

/** Every tool of Codex's own, by its native name. */
const readings: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['shell', commandCall],
  ['shell_command', commandCall],
  ['exec_command', commandCall],
  ['unified_exec', commandCall],
  ['local_shell', commandCall],
  ['container.exec', commandCall],
  ['write_stdin', asItIs('command')],
  ['apply_patch', patchCall],
  ['update_plan', planCall],
  ['view_image', viewImage],
  ['web_search', webSearch],
  ['request_user_input', askUser],
  ['spawn_agent', otherAgent],
  ['send_input', otherAgent],
  ['send_message', otherAgent],
  ['followup_task', otherAgent],
  ['wait', waitCall],
  ['wait_agent', otherAgent],
  ['close_agent', otherAgent],
  ['resume_agent', otherAgent],
  ['interrupt_agent', otherAgent],
  ['list_agents', asItIs('task')],
  ['read_file', asItIs('read')],
  ['list_dir', asItIs('read')],
  ['grep_files', asItIs('search')],
  ['tool_search', asItIs('search')],
  ['list_mcp_resources', asItIs('mcp')],
  ['list_mcp_resource_templates', asItIs('mcp')],
  ['read_mcp_resource', asItIs('mcp')],
]);

/** The namespaces of Codex's own tools; in any other, a tool only shares a name with one of them. */
const ownNamespaces = new Set(['', 'functions', 'multi_agent_v1', 'collaboration']);

/** A call that was read once for all that is to be known of it. */
interface ReadCall {
  readonly common: CommonCall | PlanCall;
  /** What a call that is a patch will change, with diffs; undefined when the call is no patch. */
  readonly changes: FileChange[] | undefined;
}

/** A call of any tool, in the common vocabulary. What has no common form keeps its own. */
export function readCall(call: NativeCall, context: CallContext): ReadCall {
  const input = readCallInput(call);
  const reading = readingOf(call);
  if (reading === undefined) return { common: foreignCall(input, call), changes: undefined };
  const isRun = context.runsPatches === true && call.name === 'shell_command';
  const mayPatch = (reading === commandCall && !isRun) || reading === patchCall;
  const changes = mayPatch ? changesOfInput(input, context) : undefined;
  return { common: reading(input, changes), changes };
}

/** A call of a tool that isn't Codex's own. */
function foreignCall(input: CallInput, { name, namespace }: NativeCall): CommonCall {
  const mcpName = mcpNameOfCall(name, namespace);
  if (mcpName === undefined) return asItIs('other')(input);
  return { ...asItIs('mcp')(input), tool_name: mcpName };
}

function readingOf({ name, namespace = '' }: NativeCall): Reading | undefined {
  return ownNamespaces.has(namespace) ? readings.get(name) : undefined;
}

function asItIs(kind: CommonCall['kind']): (input: CallInput) => CommonCall {
  return ({ name, parameters }) => ({ tool_name: name, kind, parameters, native_name: name });
}

/** A call whose input has another form in the common vocabulary than in Codex. */
function recast(
  input: CallInput,
  tool_name: string,
  kind: CommonCall['kind'],
  parameters: JsonObject,
): CommonCall {
  const native = { native_name: input.name, native_parameters: input.native };
  return { tool_name, kind, parameters, ...native };
}

function planCall(input: CallInput): PlanCall | CommonCall {
  const plan = readPlanItems(input.fields);
  if (plan === undefined) return { ...asItIs('plan')(input), tool_name: 'TodoWrite' };
  return { plan, call: recast(input, 'TodoWrite', 'plan', todosOf(plan)) };
}

function viewImage(input: CallInput): CommonCall {
  const path = textAt(input.fields, 'path');
  if (path === undefined) return { ...asItIs('read')(input), tool_name: 'Read' };
  return recast(input, 'Read', 'read', { file_path: path });
}

function webSearch(input: CallInput): CommonCall {
  const { fields } = input;
  const query = webSearchQuery(objectAt(fields, 'action') ?? fields, textAt(fields, 'query'));
  return recast(input, 'WebSearch', 'web', { query });
}

function askUser(input: CallInput): CommonCall {
  const questions = userQuestions(input.fields);
  if (questions === undefined) return asItIs('other')(input);
  return recast(input, 'AskUserQuestion', 'other', { questions });
}

function otherAgent(input: CallInput): CommonCall {
  const { name, fields, native } = input;
  if (fields === undefined) return asItIs('task')(input);
  return agentCall({ name, prompt: promptOf(fields), targets: targetsOf(fields), native });
}

/** In 0.98 the tool that waits for agents; later also one that waits for a running script. */
function waitCall(input: CallInput): CommonCall {
  return targetsOf(input.fields) === undefined ? asItIs('other')(input) : otherAgent(input);
}

/** A call whose arguments were read. */
export interface CallInput {
  /** What Codex calls the tool. */
  readonly name: string;
  /** The arguments, where they are an object. */
  readonly fields: JsonObject | undefined;
  /** The arguments as an object in any case: `{raw}` holds what is none. */
  readonly parameters: JsonObject;
  /** The input as Codex wrote it, parsed where it is JSON. */
  readonly native: unknown;
}

/** Reads the arguments of a call: JSON text of a function, any text of a custom tool, an object. */
function readCallInput(call: NativeCall): CallInput {
  const { name, input } = call;
  if (isJsonObject(input)) return { name, fields: input, parameters: input, native: input };
  if (typeof input !== 'string') {
    const parameters = input === undefined || input === null ? {} : { raw: input };
    return { name, fields: undefined, parameters, native: input };
  }
  const parsed = input.trimStart().startsWith('{') ? parseJson(input) : undefined;
  if (parsed?.ok && isJsonObject(parsed.value)) {
    return { name, fields: parsed.value, parameters: parsed.value, native: parsed.value };
  }
  // A function that takes nothing may be called with nothing.
  const parameters = input.trim() === '' ? {} : { raw: input };
  return { name, fields: undefined, parameters, native: input };
}

/** A call as the model made it. */
export interface NativeCall {
  readonly name: string;
  /** From 0.121 on, the tools of an MCP server share one: `mcp__demo`. */
  readonly namespace?: string | undefined;
  /** The arguments: JSON text of a function, any text of a custom tool, or an object. */
  readonly input: unknown;
}

/**
 * The steps of a plan: of `update_plan` and `plan_update`, or the items of a live `todo_list`.
 * Undefined when none of them can be read.
 */
export function readPlanItems(native: unknown): PlanItem[] | undefined {
  const steps = planSteps(native);
  const items = steps?.filter(isJsonObject).flatMap(readStep);
  return items?.length === 0 && steps?.length !== 0 ? undefined : items;
}

/** The list that holds the steps; undefined when there is none. */
function planSteps(native: unknown): readonly unknown[] | undefined {
  if (Array.isArray(native)) return native;
  if (!isJsonObject(native)) return undefined;
  const key = ['plan', 'items'].find((name) => Array.isArray(native[name]));
  return key === undefined ? undefined : listAt(native, key);
}

function readStep(step: JsonObject): PlanItem[] {
  const text = textAt(step, 'step') ?? textAt(step, 'text');
  if (text === undefined) return [];
  const word = textAt(step, 'status');
  const named = planStatus(word === 'inProgress' ? 'in_progress' : word);
  // A live list says no more than whether a step is done.
  const status = named ?? (flagAt(step, 'completed') === true ? 'completed' : 'pending');
  return [{ text, status }];
}

/** Each action of a web search in one line, as Codex's live stream has it. */
const details: Readonly<Record<string, (action: JsonObject) => string>> = {
  search: searchDetail,
  open_page: (action) => textAt(action, 'url') ?? '',
  find_in_page: findDetail,
  find: findDetail,
};

/** What was looked for: the query of a live item, or what Codex makes of a saved action. */
export function webSearchQuery(
  action: JsonObject | undefined,
  query: string | undefined = undefined,
): string {
  if (query !== undefined && query !== '') return query;
  if (action === undefined) return '';
  const type = textAt(action, 'type') ?? 'search';
  return Object.hasOwn(details, type) ? (details[type]?.(action) ?? '') : '';
}

function searchDetail(action: JsonObject): string {
  const query = textAt(action, 'query');
  if (query !== undefined && query !== '') return query;
  const [first, ...others] = listAt(action, 'queries');
  if (typeof first !== 'string') return '';
  return others.length > 0 && first !== '' ? `${first} ...` : first;
}

function findDetail(action: JsonObject): string {
  const url = textAt(action, 'url');
  const pattern = textAt(action, 'pattern');
  if (pattern === undefined) return url ?? '';
  return url === undefined ? `'${pattern}'` : `'${pattern}' in ${url}`;
}
