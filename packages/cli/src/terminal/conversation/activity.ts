import type { DragomanEvent, ToolUseEvent } from '@dragoman/protocol';
import { callLines } from './call-lines.js';
import { textOf } from './line.js';

/** What an agent is doing right now, in a few words. */
export interface Activity {
  push(event: DragomanEvent): void;
  words(): string;
}

type Working = { readonly title: string };

/** Follows a turn. Of several calls that run at once the latest is told, with how many others there are. */
export function createActivity(): Activity {
  const running = new Map<string, Working>();
  let other = 'starting';
  return {
    push(event) {
      switch (event.type) {
        case 'tool_use':
          running.set(event.tool_id, { title: titleOf(event) });
          break;
        case 'tool_result':
          running.delete(event.tool_id);
          other = 'thinking';
          break;
        case 'message':
          if (event.role === 'assistant') other = event.delta ? 'writing' : 'thinking';
          break;
        case 'turn':
          running.clear();
          other = event.status === 'started' ? 'thinking' : 'finishing';
          break;
        case 'reasoning':
          other = 'thinking';
          break;
        case 'compaction':
          other = 'compacting the conversation';
          break;
      }
    },
    words() {
      const latest = [...running.values()].at(-1);
      if (latest === undefined) return other;
      return running.size === 1 ? latest.title : `${latest.title} and ${running.size - 1} more`;
    },
  };
}

/** The first line of how the call is shown. */
function titleOf({ tool_id: id, tool_name: name, parameters: input }: ToolUseEvent): string {
  const [first] = callLines({ type: 'tool_use', id, name, input }, {});
  return first === undefined ? name : textOf(first);
}
