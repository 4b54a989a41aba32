import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import { agentCall } from '../tools.js';

/** A call by which an agent starts another, talks to it, waits for it or ends it. */
export function collabCall(item: JsonObject): CommonCall {
  const name = textAt(item, 'tool') || 'collab_tool_call';
  const targets = textsAt(item, 'receiver_thread_ids') ?? [];
  return agentCall({ name, prompt: textAt(item, 'prompt'), targets });
}

/** What the agents that a call was about have said. */
export function collabOutput(item: JsonObject): string | undefined {
  const states = Object.values(objectAt(item, 'agents_states') ?? {}).filter(isJsonObject);
  const words = states.flatMap((state) => textAt(state, 'message') ?? []);
  return words.length === 0 ? undefined : words.join('\n');
}
