import { addUsageFigures } from '../event/add-usage-figures.js';
import type { UsageEvent, UsageFigures } from '../event/usage-event.js';

export interface UsageTally {
  /** Another turn begins: what the last one used is settled. */
  beginTurn(): void;
  spend(event: UsageEvent): void;
  end(figures: UsageFigures | null | undefined): void;
  /** What the agent itself has used. */
  usage(): UsageFigures | undefined;
  /** What its sub-agents have used, as far as that is known separately. */
  subAgentUsage(): UsageFigures | undefined;
}

/**
 * What was spent, over all turns. A turn's amount is the sum of its `usage` events, or, if it had
 * none, what its first `end` says; never both, since an `end` repeats what the events have said.
 */
export function createUsageTally(): UsageTally {
  let earlierTurns: UsageFigures | undefined;
  let spent: UsageFigures | undefined;
  let atEnd: UsageFigures | undefined;
  let subAgents: UsageFigures | undefined;

  const usage = (): UsageFigures | undefined => {
    const thisTurn = spent ?? atEnd;
    return thisTurn === undefined ? earlierTurns : addUsageFigures(earlierTurns, thisTurn);
  };

  return {
    beginTurn() {
      earlierTurns = usage();
      spent = undefined;
      atEnd = undefined;
    },
    spend(event) {
      if (event.parent_tool_id === undefined) spent = addUsageFigures(spent, event);
      else subAgents = addUsageFigures(subAgents, event);
    },
    end(figures) {
      if (figures != null) atEnd ??= addUsageFigures(undefined, figures);
    },
    usage,
    subAgentUsage: () => subAgents,
  };
}
