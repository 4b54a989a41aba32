import type { JsonObject } from '@dragoman/protocol';
import { objectsAt, textAt, textsAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import { firstLine } from '../../tools/first-line.js';

/** A call that has to do with another agent, as either view tells it. */
export interface AgentCall {
  /** What Codex calls the tool: `spawn_agent`, `send_input`, `wait`, … */
  readonly name: string;
  /** What the other agent is told. */
  readonly prompt?: string | undefined;
  /** The agents it is about. */
  readonly targets?: readonly string[] | undefined;
  readonly native?: unknown;
}

/**
 * A call to start another agent is a `Task`; the others keep their name. Only what both views know
 * becomes the input: the words, and the agents they are for.
 */
export function agentCall({ name, prompt, targets = [], native }: AgentCall): CommonCall {
  const own = { kind: 'task' as const, native_name: name };
  const told = native === undefined ? own : { ...own, native_parameters: native };
  if (name === 'spawn_agent') {
    const text = prompt ?? '';
    return {
      ...told,
      tool_name: 'Task',
      parameters: { prompt: text, description: firstLine(text) },
    };
  }
  return {
    ...told,
    // The live stream says `wait` for what the model calls `wait_agent` from 0.135 on.
    tool_name: name === 'wait' ? 'wait_agent' : name,
    parameters: { targets, ...(prompt === undefined ? {} : { message: prompt }) },
  };
}

/** The words in the arguments of such a call: `message`, or the texts of `items`. */
export function promptOf(fields: JsonObject): string | undefined {
  const message = textAt(fields, 'message') ?? textAt(fields, 'prompt');
  if (message !== undefined) return message;
  const texts = objectsAt(fields, 'items').flatMap((item) => textAt(item, 'text') ?? []);
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** The agents in the arguments of such a call: one in `target` or `id`, several in the plural. */
export function targetsOf(fields: JsonObject | undefined): readonly string[] | undefined {
  const several = textsAt(fields, 'targets') ?? textsAt(fields, 'ids');
  if (several !== undefined) return several;
  const one = textAt(fields, 'target') ?? textAt(fields, 'id');
  return one === undefined ? undefined : [one];
}
