import type { UsageEvent, UsageFigures } from '../event/usage-event.js';
import { addUsage, type MessageUsage, toMessageUsage } from '../message/message-usage.js';

export interface UsageTally {
  /** Another turn begins: what the last one used is settled. */
  beginTurn(): void;
  spend(event: UsageEvent): void;
  end(figures: UsageFigures | null | undefined): void;
  /** What the agent itself has used. */
  usage(): MessageUsage | undefined;
  /** What its sub-agents have used, as far as that was told apart. */
  subAgentUsage(): MessageUsage | undefined;
}

/**
 * What was spent, over all turns. A turn's amount is the sum of its `usage` events, or, if it had
 * none, what its first `end` says; never both, since an `end` repeats what the events have told.
 */
export function createUsageTally(): UsageTally {
  let earlierTurns: MessageUsage | undefined;
  let told: MessageUsage | undefined;
  let atEnd: MessageUsage | undefined;
  let subAgents: MessageUsage | undefined;

  const usage = (): MessageUsage | undefined => {
    const thisTurn = told ?? atEnd;
    return thisTurn === undefined ? earlierTurns : addUsage(earlierTurns, thisTurn);
  };

  return {
    beginTurn() {
      earlierTurns = usage();
      told = undefined;
      atEnd = undefined;
    },
    spend(event) {
      const amount = toMessageUsage(event);
      if (event.parent_tool_id === undefined) told = addUsage(told, amount);
      else subAgents = addUsage(subAgents, amount);
    },
    end(figures) {
      if (figures != null) atEnd ??= toMessageUsage(figures);
    },
    usage,
    subAgentUsage: () => subAgents,
  };
}
