import type { ToolResultBlock, ToolUseBlock } from '../message/content-block.js';
import type { UnifiedMessage } from '../message/unified-message.js';

/** Which result belongs to which call, and which results belong to none. */
export interface PairedResults {
  readonly resultOf: ReadonlyMap<ToolUseBlock, ToolResultBlock>;
  readonly orphans: ReadonlySet<ToolResultBlock>;
}

/** Calls and results of one id in one chain that have not found each other yet, in order. */
interface Unpaired {
  readonly calls: ToolUseBlock[];
  readonly results: ToolResultBlock[];
}

/**
 * Pairs the results of a view with its calls: first within a message, then by id within a chain,
 * in order, wherever and in whichever role the result stands. Preliminary results are none.
 */
export function pairResults(messages: readonly UnifiedMessage[]): PairedResults {
  const unpaired = new Map<string | undefined, Map<string, Unpaired>>();
  const resultOf = new Map<ToolUseBlock, ToolResultBlock>();
  const orphans = new Set<ToolResultBlock>();

  const unpairedOf = (chain: string | undefined, toolId: string): Unpaired => {
    const byId = unpaired.get(chain) ?? new Map<string, Unpaired>();
    unpaired.set(chain, byId);
    const entry = byId.get(toolId) ?? { calls: [], results: [] };
    byId.set(toolId, entry);
    return entry;
  };

  for (const message of messages) {
    const callsHere = new Map<string, ToolUseBlock>();
    for (const block of message.content) {
      if (block.type === 'tool_use') {
        callsHere.set(block.id, block);
      } else if (block.type === 'tool_result' && block.preliminary !== true) {
        const call = callsHere.get(block.tool_use_id);
        if (call !== undefined && !resultOf.has(call)) resultOf.set(call, block);
        else unpairedOf(message.parentToolUseId, block.tool_use_id).results.push(block);
      }
    }
    for (const call of callsHere.values()) {
      if (!resultOf.has(call)) unpairedOf(message.parentToolUseId, call.id).calls.push(call);
    }
  }

  for (const byId of unpaired.values()) {
    for (const { calls, results } of byId.values()) {
      for (const [index, result] of results.entries()) {
        const call = calls[index];
        if (call === undefined) orphans.add(result);
        else resultOf.set(call, result);
      }
    }
  }
  return { resultOf, orphans };
}
