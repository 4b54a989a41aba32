import type { JsonObject } from '@dragoman/protocol';
import type { CallResult } from '../../interpret/call-register.js';
import { flagAt, numberAt, objectAt, textAt } from '../../interpret/json-fields.js';
import { changesOfCall } from './changes-of-call.js';
import type { NativeCall } from './native-call.js';
import { outputOfCall } from './output-of-call.js';

type ReadResult = (call: NativeCall, state: JsonObject) => CallResult;

/** A call has a result once it is over. */
const READERS: Readonly<Record<string, ReadResult>> = {
  completed: completedResult,
  error: failedResult,
};

/** The result of a call by its state; undefined while it has none, or had none when it was cut off. */
export function resultOfCall(call: NativeCall, state: JsonObject): CallResult | undefined {
  const status = textAt(state, 'status') ?? '';
  const result = Object.hasOwn(READERS, status) ? READERS[status]?.(call, state) : undefined;
  if (result === undefined) return undefined;
  const duration = durationOf(objectAt(state, 'time'));
  if (duration !== undefined) result.duration_ms = duration;
  return result;
}

/** A command that failed is complete as well: its exit code tells. */
function completedResult(call: NativeCall, state: JsonObject): CallResult {
  const metadata = objectAt(state, 'metadata');
  const exitCode = call.tool === 'bash' ? numberAt(metadata, 'exit') : undefined;
  const changes = changesOfCall(call, metadata);
  const isStopped = call.tool === 'bash' && metadata?.exit === null;
  const result: CallResult = {
    status: isStopped || (exitCode ?? 0) !== 0 ? 'error' : 'success',
    output: outputOfCall(state),
  };
  // Assigned one by one: this runs for every call of a session, and spreads cost ten times as much.
  if (exitCode !== undefined) result.exit_code = exitCode;
  if (changes !== undefined) result.changes = changes;
  if (flagAt(metadata, 'truncated') === true) result.truncated = true;
  if (isStopped) result.error = { message: 'The command was stopped.', type: 'cancelled' };
  return result;
}

const REFUSALS = [
  'rejected permission to use this specific tool call',
  'has specified a rule which prevents you from using this specific tool call',
  'The user dismissed this question',
];
const ABORTED = 'Tool execution aborted';

function failedResult(_call: NativeCall, state: JsonObject): CallResult {
  const message = textAt(state, 'error') ?? 'The call failed.';
  const printed = textAt(objectAt(state, 'metadata'), 'output') ?? '';
  const type = typeOf(message);
  return {
    status: 'error',
    // What a command had printed before it was stopped.
    ...(printed !== '' && { output: printed }),
    error: { message, ...(type !== undefined && { type }) },
  };
}

/** The two sorts of failure that have a name in the event language. */
function typeOf(message: string): 'denied' | 'cancelled' | undefined {
  if (message.startsWith(ABORTED)) return 'cancelled';
  return REFUSALS.some((words) => message.includes(words)) ? 'denied' : undefined;
}

function durationOf(time: JsonObject | undefined): number | undefined {
  const start = numberAt(time, 'start');
  const end = numberAt(time, 'end');
  return start === undefined || end === undefined || end < start ? undefined : end - start;
}
