import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnPlan } from './plan-turn.js';
import { type TurnRecord, writeTurnRecord } from './turn-record.js';

/** Keeps the session's id from the moment the agent says it. */
export interface SessionTracker {
  readonly id: string | undefined;
  /** Whether the agent began another session than the one asked for. */
  readonly isLost: boolean;
  /** Says so, in words, the first time that it shows. */
  heard(sessionId: string): string | undefined;
  noteSandbox(sandboxId: string): void;
}

export function createSessionTracker<Request extends BaseChatRequest>(
  plan: TurnPlan<Request>,
): SessionTracker {
  const { agent } = plan.options;
  let record = plan.record;
  let lost = false;

  const update = (changes: Partial<TurnRecord>): void => {
    record = { ...record, ...changes };
    writeTurnRecord(plan.directory, record);
  };

  return {
    get id() {
      return record.sessionId;
    },
    get isLost() {
      return lost;
    },
    noteSandbox: (sandboxId) => update({ sandboxId }),
    heard(sessionId) {
      if (lost || sessionId === record.sessionId) return undefined;
      if (isAnother(plan, sessionId)) {
        lost = true;
        return resumeLost(plan.session?.sessionId, sessionId);
      }
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

function isAnother<Request extends BaseChatRequest>(
  { options, session }: TurnPlan<Request>,
  sessionId: string,
): boolean {
  if (session === undefined || options.agent.keepsSessionId !== true) return false;
  return sessionId !== session.sessionId;
}

function resumeLost(asked: string | undefined, begun: string): string {
  return `The agent was asked to go on with the session ${asked} and began ${begun} instead, without its memory.`;
}
