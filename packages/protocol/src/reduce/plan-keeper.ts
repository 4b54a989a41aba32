import type { PlanEvent, PlanItem } from '../event/plan-event.js';
import type { MessageLog } from './message-log.js';

export interface PlanKeeper {
  push(event: PlanEvent): void;
  plan(): readonly PlanItem[] | undefined;
}

/**
 * The latest plan, and the messages that show how it came about. A plan the agent sets by a tool
 * call (`tool_id`) is in the messages already; any other becomes a `TodoWrite` call without a
 * result, so that one renderer shows both. A plan that only repeats the current one is no news.
 */
export function createPlanKeeper(log: MessageLog): PlanKeeper {
  let current: readonly PlanItem[] | undefined;
  let written: string | undefined;

  return {
    push(event) {
      const text = JSON.stringify(event.items.map((item) => [item.text, item.status]));
      if (text === written) return;
      current = event.items;
      written = text;
      if (event.tool_id === undefined) show(log, event, text);
    },
    plan: () => current,
  };
}

function show(log: MessageLog, event: PlanEvent, opening: string): void {
  const todos = event.items.map(({ text, status }) => ({
    content: text,
    status,
    activeForm: text,
  }));
  const draft = log.begin({
    kind: 'plan',
    role: 'assistant',
    event,
    opening,
    content: () => [{ type: 'tool_use', id: draft.id, name: 'TodoWrite', input: { todos } }],
  });
}
