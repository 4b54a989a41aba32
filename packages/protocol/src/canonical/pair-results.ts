import type { ToolResultBlock, ToolUseBlock } from '../message/content-block.js';
import type { UnifiedMessage } from '../message/unified-message.js';

/** Which result belongs to which call, and which results belong to none. */
export interface PairedResults {
  readonly resultOf: ReadonlyMap<ToolUseBlock, ToolResultBlock>;
  readonly orphans: ReadonlySet<ToolResultBlock>;
}

/** How far apart a call and its result may stand: in one message, or anywhere in one chain. */
export type PairingScope = 'message' | 'chain';

/**
 * Pairs each result with the latest call before it that has its id and no result yet, in whichever
 * role the result stands. Preliminary results are none.
 */
export function pairResults(
  messages: readonly UnifiedMessage[],
  scope: PairingScope,
): PairedResults {
  const chains = new Map<string | undefined, Map<string, ToolUseBlock[]>>();
  const resultOf = new Map<ToolUseBlock, ToolResultBlock>();
  const orphans = new Set<ToolResultBlock>();

  for (const { content, parentToolUseId } of messages) {
    if (scope === 'message') chains.clear();
    const unanswered = chains.get(parentToolUseId) ?? new Map<string, ToolUseBlock[]>();
    chains.set(parentToolUseId, unanswered);
    for (const block of content) {
      if (block.type === 'tool_use') {
        const calls = unanswered.get(block.id);
        if (calls === undefined) unanswered.set(block.id, [block]);
        else calls.push(block);
      } else if (block.type === 'tool_result' && block.preliminary !== true) {
        const call = unanswered.get(block.tool_use_id)?.pop();
        if (call === undefined) orphans.add(block);
        else resultOf.set(call, block);
      }
    }
  }
  return { resultOf, orphans };
}
