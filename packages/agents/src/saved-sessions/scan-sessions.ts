import { agentNames } from '../agents.js';
import type { TextQuery } from '../sessions/text-query.js';
import { shareWork } from '../threads/share-work.js';

/** A session as a list gives it. */
interface SessionToScan {
  readonly agent: string;
  readonly path: string;
  readonly bytes: number;
}

/** A look at the bytes of sessions, for a text. */
interface SessionScan {
  /** Whether one may hold the text. Sessions that no look at bytes can rule out may. */
  mayHold(index: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Begins to look for a text in the bytes of sessions, in their order, on several threads if they are long. */
export function scanSessions(
  sessions: readonly SessionToScan[],
  query: TextQuery,
  signal?: AbortSignal,
): SessionScan {
  const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0);
  const tasks = sessions.map(({ agent, path }) => ({
    agent: agentNames.find((name) => name === agent),
    path,
    query,
  }));
  const work = shareWork('mayHoldText', { signal });
  work.add(tasks, bytes);
  return {
    async mayHold(index) {
      const task = tasks[index];
      return task === undefined || (await work.resultOf(task));
    },
    stop: work.stop,
  };
}
