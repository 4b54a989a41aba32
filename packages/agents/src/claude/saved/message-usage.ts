import type { JsonObject, UsageEvent, UsageFigures } from '@dragoman/protocol';
import { type Emitter, emitOf } from '../content/emitter.js';
import { readUsageFigures } from '../usage/read-usage-figures.js';

/** What messages used: each line of a message repeats its figures, so each message counts once. */
export interface MessageUsageCounter {
  /** A line of a message is about to be told: what was before it is settled. */
  begin(messageId: string, usage: JsonObject | undefined): void;
  /** It was told under this id. */
  emittedAs(id: string | undefined): void;
  /** The turn is over: nothing more comes of its messages. */
  settle(): void;
}

interface Pending {
  readonly messageId: string;
  figures: UsageFigures | undefined;
  /** How many tokens of output the figures say, as the line has it. */
  output: unknown;
  /** The first of its lines that was told. */
  emittedAs: string | undefined;
}

export function createMessageUsage(emitter: Emitter): MessageUsageCounter {
  /** The message each chain is at. */
  const pending = new Map<string | undefined, Pending>();
  const counted = new Set<string>();

  const settleOne = ({ messageId, figures, emittedAs }: Pending): void => {
    counted.add(messageId);
    if (figures === undefined) return;
    // Its own object already, so it is added to, not copied: there are as many of these as messages.
    const event: UsageEvent = Object.assign(figures, { type: 'usage' as const });
    if (emittedAs !== undefined) event.message_id = emittedAs;
    emitOf(emitter, event);
  };

  return {
    begin(messageId, usage) {
      const at = pending.get(emitter.parentId);
      if (at?.messageId === messageId) {
        if (at.output === usage?.output_tokens) return;
        at.figures = greater(at.figures, readUsageFigures(usage));
        at.output = usage?.output_tokens;
        return;
      }
      if (at !== undefined) settleOne(at);
      if (counted.has(messageId)) pending.delete(emitter.parentId);
      else {
        const figures = readUsageFigures(usage);
        const output = usage?.output_tokens;
        pending.set(emitter.parentId, { messageId, figures, output, emittedAs: undefined });
      }
    },
    emittedAs(id) {
      const at = pending.get(emitter.parentId);
      if (at !== undefined) at.emittedAs ??= id;
    },
    settle() {
      if (pending.size === 0) return;
      const { parentId } = emitter;
      for (const [chain, at] of pending) {
        emitter.parentId = chain;
        settleOne(at);
      }
      emitter.parentId = parentId;
      pending.clear();
    },
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
