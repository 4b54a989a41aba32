import { isToolUse, type UnifiedMessage } from '@dragoman/protocol';
import { harmlessLine } from '../text/harmless-text.js';

/** Tells which of several sub-agents a message is of. */
export interface TaskNames {
  /** The name of the sub-agent, where others were at work and it is another than before. */
  push(message: UnifiedMessage): string | undefined;
}

/** One that works alone is told by the call right before it. */
export function createTaskNames(): TaskNames {
  const names = new Map<string, string>();
  let last: string | undefined;
  return {
    push(message) {
      for (const block of message.content) {
        if (block.type !== 'tool_use') continue;
        if (isToolUse(block, 'Task') || isToolUse(block, 'Agent')) {
          names.set(block.id, harmlessLine(block.input.description));
          last = block.id;
        }
      }
      const { parentToolUseId: parent } = message;
      if (parent === undefined || parent === last) return undefined;
      last = parent;
      return names.get(parent);
    },
  };
}
