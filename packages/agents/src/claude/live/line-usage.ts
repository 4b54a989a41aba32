import { addUsageFigures, type JsonObject, type UsageFigures } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { subtractUsage } from '../../interpret/usage-figures.js';
import { readUsageFigures } from '../usage.js';
import type { LiveState, StreamPosition } from './state.js';

/** What the messages of a stream used, by their lines and pieces: each message counts once. */
export interface LineUsage {
  /** Notes what a line says a message used; `isFinal` when the message has ended. */
  note(messageId: string, usage: JsonObject | undefined, isFinal: boolean): void;
  total(): UsageFigures | undefined;
  /**
   * Whether all messages, some, or none are known to have ended. From 2.1 on a line is printed before
   * its message ends, so only pieces say it.
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

/** Notes what a line of the agent, or of a sub-agent, says that its message used. */
export function noteUsage(
  state: LiveState,
  messageId: string,
  usage: JsonObject | undefined,
  isFinal: boolean,
): void {
  linesOf(state).note(messageId, usage, isFinal);
}

/** A reply that broke off has used what it said when it began. No result counts it before 2.1.325. */
export function noteBroken(state: LiveState, { messageId, usage, isEnded }: StreamPosition): void {
  if (isEnded) return;
  const figures = readUsageFigures(usage);
  if (figures === undefined) return;
  noteUsage(state, messageId, usage, true);
  if (state.conversation.chain.parentId === undefined) {
    state.broken = addUsageFigures(state.broken, figures);
  }
}

/**
 * A reply that broke off or was refused may be asked for without a stream, and so may those after it: no
 * piece comes before their first line. No result of some versions counts them.
 */
export function noteInOnePiece(state: LiveState, message: JsonObject): void {
  const id = textAt(message, 'id');
  const { begunMessages, conversation } = state;
  if (id === undefined || begunMessages.has(id)) return;
  begunMessages.add(id);
  if (state.countsOnePiece || conversation.chain.parentId !== undefined) return;
  const figures = readUsageFigures(objectAt(message, 'usage'));
  if (figures !== undefined) state.inOnePiece = addUsageFigures(state.inOnePiece, figures);
}

function linesOf({ messages, tasks, conversation }: LiveState): LineUsage {
  const { parentId } = conversation.chain;
  if (parentId === undefined) return messages;
  const lines = tasks.get(parentId) ?? createLineUsage();
  tasks.set(parentId, lines);
  return lines;
}
