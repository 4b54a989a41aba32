import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnPlan } from './plan-turn.js';
import { type TurnRecord, writeTurnRecord } from './turn-record.js';

/** Keeps the session's id from the moment the agent says it. */
export interface SessionTracker {
  readonly id: string | undefined;
  /** Says what is wrong when the agent began another session than the one asked for. */
  heard(sessionId: string): string | undefined;
  noteSandbox(sandboxId: string): void;
}

export function createSessionTracker<Request extends BaseChatRequest>(
  plan: TurnPlan<Request>,
): SessionTracker {
  const { agent } = plan.options;
  let record = plan.record;

  const update = (changes: Partial<TurnRecord>): void => {
    record = { ...record, ...changes };
    writeTurnRecord(plan.directory, record);
  };

  return {
    get id() {
      return record.sessionId;
    },
    noteSandbox: (sandboxId) => update({ sandboxId }),
    heard(sessionId) {
      if (sessionId === record.sessionId) return undefined;
      if (isLost(plan, sessionId)) return resumeLost(plan.session?.sessionId, sessionId);
      if (agent.name === undefined || agent.keepsSessions === false) return undefined;
      const now = new Date().toISOString();
      const before = sessionId === plan.session?.sessionId ? plan.session : undefined;
      plan.book.note({
        agent: agent.name,
        sessionId,
        ...(agent.version !== undefined && { version: agent.version }),
        home: record.home,
        workspace: record.workspace,
        sandbox: record.sandbox,
        turns: (before?.turns ?? 0) + 1,
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      });
      update({ sessionId });
      return undefined;
    },
  };
}

function isLost<Request extends BaseChatRequest>(
  { options, session }: TurnPlan<Request>,
  sessionId: string,
): boolean {
  if (session === undefined || options.agent.keepsSessionId !== true) return false;
  return sessionId !== session.sessionId;
}

function resumeLost(asked: string | undefined, begun: string): string {
  return `The agent was asked to go on with the session ${asked} and began ${begun} instead, without its memory.`;
}
