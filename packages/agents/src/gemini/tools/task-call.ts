import type { JsonObject } from '@dragoman/protocol';
import { textAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import { firstLine } from '../../tools/first-line.js';
import { asItIs, type NativeCall, recast } from './native-call.js';

/** The words for what is to be done, as each of the agents calls them. */
const PROMPTS = ['prompt', 'objective', 'request', 'question', 'query', 'task'];

/** A call that starts a sub-agent: it names one, or, in older versions, the tool is the agent. */
export function taskCall(call: NativeCall): CommonCall {
  const { name, args } = call;
  const prompt = promptOf(args);
  if (prompt === undefined) return { ...asItIs('task')(call), tool_name: 'Task' };
  const subagent_type = textAt(args, 'agent_name') ?? name;
  const parameters = { subagent_type, description: firstLine(prompt), prompt };
  return recast(call, 'Task', 'task', parameters);
}

function promptOf(args: JsonObject): string | undefined {
  const name = PROMPTS.find((key) => textAt(args, key) !== undefined);
  return name === undefined ? undefined : textAt(args, name);
}
