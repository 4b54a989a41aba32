import type { JsonObject } from '@dragoman/protocol';
import { asText, objectAt, textAt } from '../../interpret/json-fields.js';
import type { AgentListener } from '../content/call-registry.js';
import { textOf } from '../content/own-words.js';
import { agentIdOf } from '../tools/read-result.js';

/** The calls that started the sub-agents of a session. */
export interface Sidechains extends AgentListener {
  /** The call that started the sub-agent of a record; a made-up name where that isn't known. */
  parentOf(record: JsonObject): string;
}

/**
 * From 2.0 on each sub-agent has an id, which the result of its call names, and a file.
 * Before, its records stood among the others, each under the one before it. Until one of these
 * is known, a sub-agent is recognised by its prompt.
 */
export function createSidechains(): Sidechains {
  const byAgent = new Map<string, string>();
  const byRecord = new Map<string, string>();
  /** The calls whose sub-agents had no record yet, by their prompts. */
  const awaited = new Map<string, string[]>();

  const callFor = (record: JsonObject): string | undefined => {
    const waiting = awaited.get(textOf(objectAt(record, 'message')) ?? '');
    return waiting?.shift();
  };

  const rememberRecord = (record: JsonObject, parent: string): string => {
    const uuid = asText(record.uuid);
    if (uuid !== undefined) byRecord.set(uuid, parent);
    return parent;
  };

  return {
    onCall(id, input) {
      const prompt = textAt(input, 'prompt') ?? '';
      const others = awaited.get(prompt);
      if (others === undefined) awaited.set(prompt, [id]);
      else others.push(id);
    },
    onResult(id, rich) {
      const agentId = agentIdOf(rich);
      if (agentId !== undefined) byAgent.set(agentId, id);
    },
    parentOf(record) {
      const agentId = asText(record.agentId);
      if (agentId !== undefined) {
        const known = byAgent.get(agentId);
        if (known !== undefined) return known;
        const parent = callFor(record) ?? `agent:${agentId}`;
        byAgent.set(agentId, parent);
        return parent;
      }
      const before = byRecord.get(asText(record.parentUuid) ?? '');
      const parent = before ?? callFor(record) ?? `sidechain:${asText(record.uuid) ?? ''}`;
      return rememberRecord(record, parent);
    },
  };
}
