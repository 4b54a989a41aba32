import type { JSONObject } from '@ai-sdk/provider';
import type { ModelPart } from './model-part.js';

/** What isn't a tool of the agent and is shown as if it were one, since UIs can show those. */
export const noticeNames = ['plan', 'compaction', 'artifact'] as const;

export type NoticeName = (typeof noticeNames)[number];

export interface NoticeParts {
  push(name: NoticeName, content: JSONObject, parts: ModelPart[]): void;
}

/**
 * A call with its result, at once. Each has an id that is unique, in the whole conversation where the
 * turn is known; the latest plan is the plan.
 */
export function createNoticeParts(turnId?: string): NoticeParts {
  const counts: Record<NoticeName, number> = { plan: 0, compaction: 0, artifact: 0 };
  const of = turnId === undefined ? '' : `${turnId}-`;
  return {
    push(name, content, parts) {
      counts[name] += 1;
      const call = { toolCallId: `${of}${name}-${counts[name]}`, toolName: name, dynamic: true };
      parts.push(
        { type: 'tool-call', ...call, input: JSON.stringify(content), providerExecuted: true },
        { type: 'tool-result', ...call, result: content },
      );
    },
  };
}
