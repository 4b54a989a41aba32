import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import { subtractUsage } from '../../interpret/usage-figures.js';
import { readUsageFigures } from '../usage/read-usage-figures.js';

/** What the messages of a stream used, as their lines and pieces say it: each message once. */
export interface LineUsage {
  /** What is said of a message; `isFinal` when the message has come to its end. */
  note(messageId: string, usage: JsonObject | undefined, isFinal: boolean): void;
  total(): UsageFigures | undefined;
  /**
   * Whether all messages, some, or none are known to have ended. From 2.1 on a line is printed before
   * that, so that none are but by their pieces.
   */
  ended(): 'all' | 'some' | 'none';
}

export function createLineUsage(): LineUsage {
  const byMessage = new Map<string, UsageFigures>();
  const ended = new Set<string>();
  let total: UsageFigures | undefined;

  return {
    note(messageId, usage, isFinal) {
      if (ended.has(messageId) && !isFinal) return;
      const figures = readUsageFigures(usage);
      if (figures === undefined) return;
      const before = byMessage.get(messageId);
      const others = before && total ? subtractUsage(total, before) : total;
      total = addUsageFigures(others, figures);
      byMessage.set(messageId, figures);
      if (isFinal) ended.add(messageId);
    },
    total: () => total,
    ended() {
      if (ended.size === 0) return 'none';
      return ended.size === byMessage.size ? 'all' : 'some';
    },
  };
}
