import { type FileChange, isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/emitted-calls.js';
import { numberAt, objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { commandOfArgv, commandOfText } from '../../tools/command-line.js';
import { type CommonCall, editCall, mcpToolName, parametersOf } from '../../tools/common-call.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { agentCall } from '../tools/agent-calls.js';
import { webSearchQuery } from '../tools/calls.js';
import { readNativeChanges } from '../tools/changes.js';
import { readMcpResult } from '../tools/mcp.js';
import { readTruncation } from '../tools/truncation.js';
import type { LiveState } from './state.js';

/** An item that is a call, with its result as far as it is known. */
export interface CallItem {
  readonly call: CommonCall;
  /** What a completed item says. Undefined where the call has no result although it is complete. */
  readonly result: CallResult | undefined;
  /** True while the input of the call isn't there yet. */
  readonly isPartial?: boolean;
}

/** Undefined for an item that doesn't hold the call that its type says. */
type ReadCallItem = (item: JsonObject, state: LiveState) => CallItem | undefined;

/** The items that are calls, by their type. */
export const callItems: Readonly<Record<string, ReadCallItem>> = {
  command_execution(item) {
    const call = commandCall(item, 'command_execution');
    const result = isStillRunning(item) ? undefined : { ...callOutcome(item), ...outputOf(item) };
    return call && { call, result };
  },
  file_change(item, { cwd }) {
    const changes = changesIn(item, cwd);
    if (changes === undefined) return undefined;
    const outcome = callOutcome(item);
    return {
      call: editCall(changes, { name: 'file_change' }),
      result: outcome.status === 'error' ? outcome : { ...outcome, changes },
    };
  },
  mcp_tool_call(item) {
    const call = mcpCall(item);
    return call && { call, result: mcpOutcome(item) };
  },
  web_search(item) {
    const call = webSearchCall(item);
    // 0.98 and 0.107 say what is searched for only when it has been found.
    return call && { call, result: callOutcome(item), isPartial: call.parameters.query === '' };
  },
  collab_tool_call(item) {
    const name = textAt(item, 'tool');
    if (name === undefined) return undefined;
    const targets = textsAt(item, 'receiver_thread_ids') ?? [];
    const output = agentMessages(item);
    return {
      call: agentCall({
        name: name || 'collab_tool_call',
        prompt: textAt(item, 'prompt'),
        targets,
      }),
      result: { ...callOutcome(item), ...(output !== undefined && { output }) },
    };
  },
};

/** A command, which is one text from 0.44 on and a list of words before. */
export function commandCall(record: JsonObject, nativeName?: string): CommonCall | undefined {
  const argv = textsAt(record, 'command');
  const text = textAt(record, 'command');
  if (argv === undefined && text === undefined) return undefined;
  const command = argv === undefined ? commandOfText(text ?? '') : commandOfArgv(argv);
  const isAsWritten = argv === undefined && command === text;
  return {
    tool_name: 'Bash',
    kind: 'command',
    parameters: { command },
    ...(nativeName !== undefined && { native_name: nativeName }),
    ...(!isAsWritten && { native_parameters: nativeCommand(record) }),
  };
}

function nativeCommand({ command, cwd }: JsonObject): JsonObject {
  return cwd === undefined ? { command } : { command, cwd };
}

/** What a patch changes, with absolute paths; undefined when that can't be read. */
export function changesIn(record: JsonObject, cwd: string | undefined): FileChange[] | undefined {
  const changes = readNativeChanges(record.changes);
  return changes && resolveChanges(changes, cwd);
}

/** A call of a tool of an MCP server. */
export function mcpCall(invocation: JsonObject): CommonCall | undefined {
  const server = textAt(invocation, 'server');
  const tool = textAt(invocation, 'tool');
  if (server === undefined || tool === undefined) return undefined;
  return {
    tool_name: mcpToolName(server, tool),
    kind: 'mcp',
    parameters: parametersOf(invocation.arguments),
  };
}

/** A search of the web, or a look at a page that it found. */
export function webSearchCall(record: JsonObject): CommonCall | undefined {
  const action = objectAt(record, 'action');
  const stated = textAt(record, 'query');
  if (action === undefined && stated === undefined) return undefined;
  const query = webSearchQuery(action, stated);
  const isPlain = action === undefined || textAt(action, 'query') === query;
  return {
    tool_name: 'WebSearch',
    kind: 'web',
    parameters: { query },
    ...(!isPlain && { native_parameters: { query, action } }),
  };
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'declined', 'error', 'errored']);

/** How a call ended, by its `status` and, of a command, its `exit_code`. */
export function callOutcome(record: JsonObject): CallResult {
  const status = textAt(record, 'status');
  const exitCode = numberAt(record, 'exit_code');
  const failed = (status !== undefined && FAILED.has(status)) || (exitCode ?? 0) !== 0;
  return {
    status: failed ? 'error' : 'success',
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(status === 'declined' && { error: { message: 'declined', type: 'denied' } }),
  };
}

/** What a tool of an MCP server answered, or why it couldn't. */
export function mcpResult(native: unknown): CallResult {
  const { output, failed, error } = readMcpResult(native);
  return {
    status: failed ? 'error' : 'success',
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
  };
}

function mcpOutcome(item: JsonObject): CallResult {
  const message = textAt(objectAt(item, 'error'), 'message');
  if (message !== undefined) return { status: 'error', error: { message } };
  const result = mcpResult(item.result);
  return callOutcome(item).status === 'error' ? { ...result, status: 'error' } : result;
}

/**
 * Up to 0.107 Codex completes the item of a command that outlives the turn. A command that has ended
 * has an exit code.
 */
function isStillRunning(item: JsonObject): boolean {
  const status = textAt(item, 'status');
  return status === 'in_progress' || (status === 'completed' && item.exit_code === null);
}

/** What stands where 0.98 and 0.107 cut an output that they print. Other marks are the command's. */
const PRINTED_CUT = /…\d+ tokens truncated…/;

/** What a command printed. 0.98 and 0.107 show no more of it than they give the model. */
function outputOf(item: JsonObject): Pick<CallResult, 'output' | 'truncated'> {
  const printed = textAt(item, 'aggregated_output');
  if (printed === undefined) return {};
  if (!printed.startsWith('Total output lines: ') || !PRINTED_CUT.test(printed)) {
    return { output: printed };
  }
  const { text, truncated } = readTruncation(printed);
  return { output: text, ...(truncated && { truncated }) };
}

/** What the agents that a call was about have said. */
function agentMessages(item: JsonObject): string | undefined {
  const states = Object.values(objectAt(item, 'agents_states') ?? {}).filter(isJsonObject);
  const messages = states.flatMap((state) => textAt(state, 'message') ?? []);
  return messages.length === 0 ? undefined : messages.join('\n');
}
