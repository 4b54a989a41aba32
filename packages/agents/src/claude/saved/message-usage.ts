import {
  addUsageFigures,
  type JsonObject,
  type UsageEvent,
  type UsageFigures,
} from '@dragoman/protocol';
import { NO_USAGE } from '../../interpret/usage-figures.js';
import { type Chain, emitOf } from '../content/conversation.js';
import { readUsageFigures } from '../usage.js';

/** What messages used: each line of a message repeats its figures, so each message counts once. */
export interface MessageUsageCounter {
  /** A line of a message begins: the message before it is complete. */
  begin(messageId: string, usage: JsonObject | undefined): void;
  /** The id of the event that the line became. */
  emittedAs(id: string | undefined): void;
  /** The turn is over: nothing more comes of its messages. */
  settle(): void;
  /** What all messages used that are complete, those of sub-agents, too. */
  total(): UsageFigures;
}

interface Pending {
  readonly messageId: string;
  figures: UsageFigures | undefined;
  /** The tokens of output in the line that the figures are from. */
  output: unknown;
  /** The id of the first event it became. */
  emittedAs: string | undefined;
}

export function createMessageUsage(chain: Chain): MessageUsageCounter {
  /** The message each chain is at. */
  const pending = new Map<string | undefined, Pending>();
  const counted = new Set<string>();
  let total: UsageFigures = NO_USAGE;

  const settleOne = ({ messageId, figures, emittedAs }: Pending): void => {
    counted.add(messageId);
    if (figures === undefined) return;
    total = addUsageFigures(total, figures);
    // Extended, not copied: there are as many of these as messages.
    const event: UsageEvent = Object.assign(figures, { type: 'usage' as const });
    if (emittedAs !== undefined) event.message_id = emittedAs;
    emitOf(chain, event);
  };

  return {
    begin(messageId, usage) {
      const at = pending.get(chain.parentId);
      if (at?.messageId === messageId) {
        if (at.output === usage?.output_tokens) return;
        at.figures = greater(at.figures, readUsageFigures(usage));
        at.output = usage?.output_tokens;
        return;
      }
      if (at !== undefined) settleOne(at);
      if (counted.has(messageId)) pending.delete(chain.parentId);
      else {
        const figures = readUsageFigures(usage);
        const output = usage?.output_tokens;
        pending.set(chain.parentId, { messageId, figures, output, emittedAs: undefined });
      }
    },
    emittedAs(id) {
      const at = pending.get(chain.parentId);
      if (at !== undefined) at.emittedAs ??= id;
    },
    settle() {
      if (pending.size === 0) return;
      const { parentId } = chain;
      for (const [parent, at] of pending) {
        chain.parentId = parent;
        settleOne(at);
      }
      chain.parentId = parentId;
      pending.clear();
    },
    total: () => total,
  };
}

/** Up to 2.0, the figures of a line are those at the time it was written: they only grow. */
function greater(
  before: UsageFigures | undefined,
  now: UsageFigures | undefined,
): UsageFigures | undefined {
  if (before === undefined || now === undefined) return now ?? before;
  return now.total_tokens >= before.total_tokens ? now : before;
}
