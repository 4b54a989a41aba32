import type { JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/call-register.js';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import { editCall } from '../../tools/edit-call.js';
import { readTruncation } from '../tools.js';
import { callOutcome } from './call-outcome.js';
import { collabCall, collabOutput } from './collab-call.js';
import { changesIn, commandCall, mcpCall, webSearchCall } from './live-calls.js';
import type { LiveState } from './live-state.js';
import { mcpResult } from './mcp-result.js';

/** How an item that is a call is read. */
export interface CallItem {
  readonly call: (item: JsonObject, state: LiveState) => CommonCall;
  /** Undefined where the call has no result although its item is complete. */
  readonly result: (item: JsonObject, state: LiveState) => CallResult | undefined;
  /** True while the input of the call isn't there yet. */
  readonly isPartial?: (item: JsonObject) => boolean;
}

/** The items that are calls, by their type. */
export const callItems: Readonly<Record<string, CallItem>> = {
  command_execution: {
    call: (item) => commandCall(item, 'command_execution'),
    result: (item) =>
      isStillRunning(item) ? undefined : { ...callOutcome(item), ...printedBy(item) },
  },
  file_change: {
    call: (item, { cwd }) => editCall(changesIn(item, cwd), { name: 'file_change' }),
    result: (item, { cwd }) => {
      const outcome = callOutcome(item);
      return outcome.status === 'error' ? outcome : { ...outcome, changes: changesIn(item, cwd) };
    },
  },
  mcp_tool_call: {
    call: mcpCall,
    result: (item) => {
      const message = textAt(objectAt(item, 'error'), 'message');
      if (message !== undefined) return { status: 'error', error: { message } };
      const result = mcpResult(item.result);
      return callOutcome(item).status === 'error' ? { ...result, status: 'error' } : result;
    },
  },
  web_search: {
    call: webSearchCall,
    result: callOutcome,
    // 0.98 and 0.107 say what is searched for only when it has been found.
    isPartial: (item) => webSearchCall(item).parameters.query === '',
  },
  collab_tool_call: {
    call: collabCall,
    result: (item) => {
      const output = collabOutput(item);
      return { ...callOutcome(item), ...(output !== undefined && { output }) };
    },
  },
};

/**
 * Up to 0.107 Codex completes the item of a command that outlives the turn. A command that has ended
 * has an exit code.
 */
function isStillRunning(item: JsonObject): boolean {
  const status = textAt(item, 'status');
  return status === 'in_progress' || (status === 'completed' && item.exit_code === null);
}

/** What a command printed. 0.98 and 0.107 show no more of it than they give the model. */
function printedBy(item: JsonObject): Pick<CallResult, 'output' | 'truncated'> {
  const printed = textAt(item, 'aggregated_output');
  if (printed === undefined) return {};
  if (!printed.startsWith('Total output lines: ')) return { output: printed };
  const { text, truncated } = readTruncation(printed);
  return { output: text, ...(truncated && { truncated }) };
}
