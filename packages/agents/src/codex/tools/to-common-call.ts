import type { FileChange, JsonObject } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import type { CommonCall, PlanCall } from '../../tools/common-call.js';
import { userQuestions } from '../../tools/user-questions.js';
import { agentCall, promptOf, targetsOf } from './agent-call.js';
import { type CallInput, readCallInput } from './call-input.js';
import { type CallContext, changesOfInput, commandCall, patchCall } from './command-call.js';
import { mcpNameOfCall } from './mcp-name-of-call.js';
import type { NativeCall } from './native-call.js';
import { planItems, planSteps } from './plan-items.js';
import { webSearchQuery } from './web-search-query.js';

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
export interface ReadCall {
  readonly common: CommonCall | PlanCall;
  /** What a call that is a patch will change, with diffs; undefined when the call is no patch. */
  readonly changes: FileChange[] | undefined;
}

/** A call of any tool, in the common vocabulary. What has no common form keeps its own. */
export function readCall(call: NativeCall, context: CallContext): ReadCall {
  const input = readCallInput(call);
  const reading = readingOf(call);
  if (reading === undefined) return { common: foreignCall(input, call), changes: undefined };
  const mayPatch = reading === commandCall || reading === patchCall;
  const changes = mayPatch ? changesOfInput(input, context) : undefined;
  return { common: reading(input, changes), changes };
}

export function toCommonCall(call: NativeCall, context: CallContext): CommonCall | PlanCall {
  return readCall(call, context).common;
}

export function changesOfCall(call: NativeCall, context: CallContext): FileChange[] | undefined {
  return readCall(call, context).changes;
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
  if (planSteps(input.fields) === undefined) {
    return { ...asItIs('plan')(input), tool_name: 'TodoWrite' };
  }
  const plan = planItems(input.fields);
  const todos = plan.map(({ text, status }) => ({ content: text, status, activeForm: text }));
  return { plan, call: recast(input, 'TodoWrite', 'plan', { todos }) };
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
