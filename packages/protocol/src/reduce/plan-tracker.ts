import type { PlanEvent, PlanItem } from '../event/turn-events.js';
import type { MessageDraft, MessageLog } from './message-log.js';

export interface PlanTracker {
  push(event: PlanEvent): void;
  /** A call is in the messages: a plan that names it needs no message. */
  noteCall(toolId: string): void;
  /** The turn is over: ids may be used again for other calls. */
  closeTurn(): void;
  plan(): readonly PlanItem[] | undefined;
}

/**
 * The latest plan, and the messages that show how it came about. A plan the agent sets by a tool
 * call (`tool_id`) is in the messages already; any other becomes a `TodoWrite` call without a
 * result, so that one renderer shows both. A plan that only repeats the current one is no news.
 */
export function createPlanTracker(
  log: MessageLog,
  isCalled: (toolId: string) => boolean,
): PlanTracker {
  /** Plans that name a call which hasn't come yet. */
  const awaitingCall = new Map<string, MessageDraft[]>();
  let current: readonly PlanItem[] | undefined;
  let written: string | undefined;

  return {
    push(event) {
      const text = JSON.stringify(event.items.map((item) => [item.text, item.status]));
      if (text === written) return;
      current = event.items;
      written = text;
      const { tool_id: toolId } = event;
      if (toolId !== undefined && isCalled(toolId)) return;
      const draft = show(log, event, text);
      if (toolId === undefined) return;
      const others = awaitingCall.get(toolId);
      if (others === undefined) awaitingCall.set(toolId, [draft]);
      else others.push(draft);
    },
    noteCall(toolId) {
      if (awaitingCall.size === 0) return;
      for (const draft of awaitingCall.get(toolId) ?? []) log.withdraw(draft);
      awaitingCall.delete(toolId);
    },
    closeTurn() {
      awaitingCall.clear();
    },
    plan: () => current,
  };
}

function show(log: MessageLog, event: PlanEvent, opening: string): MessageDraft {
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
  return draft;
}
