import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { objectAt, objectsAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { type CommonCall, firstLine } from '../../tools/common-call.js';
import type { ToolOutput } from './output.js';

/** A call that has to do with another agent, as either view has it. */
export interface AgentCall {
  /** What Codex calls the tool: `spawn_agent`, `send_input`, `wait`, … */
  readonly name: string;
  /** What is said to the other agent. */
  readonly prompt?: string | undefined;
  /** The agents it is about. */
  readonly targets?: readonly string[] | undefined;
  readonly native?: unknown;
}

/**
 * A call to start another agent is a `Task`; the others keep their name. Only what both views know
 * becomes the input: the text, and the agents it is for.
 */
export function agentCall({ name, prompt, targets = [], native }: AgentCall): CommonCall {
  const own = { kind: 'task' as const, native_name: name };
  const base = native === undefined ? own : { ...own, native_parameters: native };
  if (name === 'spawn_agent') {
    const text = prompt ?? '';
    return {
      ...base,
      tool_name: 'Task',
      parameters: { prompt: text, description: firstLine(text) },
    };
  }
  return {
    ...base,
    // The live stream says `wait` for what the model calls `wait_agent` from 0.135 on.
    tool_name: name === 'wait' ? 'wait_agent' : name,
    parameters: { targets, ...(prompt === undefined ? {} : { message: prompt }) },
  };
}

/** The text in the arguments of such a call: `message`, or the texts of `items`. */
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

/**
 * The answer to a call that is about other agents, as live shows it: what they have said, and not
 * what else Codex knows of them.
 */
export function readAgentAnswer(answer: ToolOutput): ToolOutput {
  const { output, ...rest } = answer;
  if (answer.failed || typeof output !== 'string' || !output.startsWith('{')) return answer;
  const parsed = parseJson(output);
  if (!parsed.ok || !isJsonObject(parsed.value)) return answer;
  const messages = messagesIn(parsed.value);
  return messages.length === 0 ? rest : { ...rest, output: messages.join('\n') };
}

/** One agent's state stands alone, those of several under their ids. */
function messagesIn(native: JsonObject): string[] {
  const one = objectAt(native, 'previous_status');
  const several = objectAt(native, 'status') ?? {};
  const states = one === undefined ? Object.values(several) : [one];
  return states
    .flatMap((state) => (isJsonObject(state) ? Object.values(state) : []))
    .filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
