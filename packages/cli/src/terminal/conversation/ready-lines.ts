import type { ToolResultBlock, ToolUseBlock, UnifiedMessage } from '@dragoman/protocol';
import { callLines } from './call-lines.js';
import type { Line } from './line.js';
import type { Look } from './look.js';
import { messageLines } from './message-lines.js';

/** What a reader sees of an edit is what it changed, and that comes with its result. */
const SHOWN_WHEN_DONE: ReadonlySet<string> = new Set(['Edit', 'Write']);

/** Whether a message may still change: a call without its result, a text that is being written. */
export type MessageStage = 'growing' | 'settled';

/**
 * What of a message can be shown for good while the turn goes on: of a text that is being written all
 * but its last line, of a running call what is called.
 */
export function readyLines(message: UnifiedMessage, stage: MessageStage, look: Look): Line[] {
  if (stage === 'settled') return messageLines(message, look);
  const call = callOf(message);
  if (call === undefined) return messageLines(message, look).slice(0, -1);
  return call.partial || SHOWN_WHEN_DONE.has(call.name) ? [] : callLines(call, look);
}

/** The call of a message that is one. */
export function callOf({ content }: UnifiedMessage): ToolUseBlock | undefined {
  return content.find((block) => block.type === 'tool_use');
}

/** Whether a message is a call, or the output of one, that has no result yet. */
export function awaitsResult(message: UnifiedMessage): boolean {
  const { content } = message;
  const result = content.find((block): block is ToolResultBlock => block.type === 'tool_result');
  if (result !== undefined) return result.preliminary === true;
  const call = callOf(message);
  return call !== undefined && call.name !== 'TodoWrite';
}
