import type { DragomanEvent, ToolUseEvent } from '@dragoman/protocol';
import { isConversationEvent } from '@dragoman/protocol/internal';
import { textOf } from '../line.js';
import { harmlessLine } from '../text/harmless-text.js';
import { callLines } from './call-lines.js';

/** What an agent is doing right now, in a few words. */
export interface Activity {
  push(event: DragomanEvent): void;
  words(): string;
}

/** What is being written is shown in the conversation when it is certain; until then its end is here. */
const SHOWN_TAIL = 40;

function writing(tail: string): string {
  const words = harmlessLine(tail).trim();
  return words === '' ? 'writing' : `writing …${words}`;
}

type Working = { readonly title: string };

/** Follows a turn. If several calls run at once, the words name the latest and count the others. */
export function createActivity(): Activity {
  const running = new Map<string, Working>();
  let other = 'starting';
  let written = '';
  return {
    push(event) {
      if (!isConversationEvent(event)) return;
      switch (event.type) {
        case 'tool_use':
          running.set(event.tool_id, { title: titleOf(event) });
          break;
        case 'tool_result':
          running.delete(event.tool_id);
          other = 'thinking';
          break;
        case 'message':
          if (event.role !== 'assistant') break;
          written = event.delta ? `${written}${event.content}`.slice(-SHOWN_TAIL) : '';
          other = event.delta ? writing(written) : 'thinking';
          break;
        case 'turn':
          running.clear();
          other = event.status === 'started' ? 'thinking' : 'finishing';
          break;
        case 'reasoning':
          written = '';
          other = 'thinking';
          break;
        case 'compaction':
          other = 'compacting the conversation';
          break;
        case 'init':
        case 'tool_output':
        case 'plan':
        case 'error':
        case 'end':
          break;
        default:
          event satisfies never;
      }
    },
    words() {
      const latest = [...running.values()].at(-1);
      if (latest === undefined) return other;
      return running.size === 1 ? latest.title : `${latest.title} and ${running.size - 1} more`;
    },
  };
}

/** The first line of the rendered call. */
function titleOf({ tool_id: id, tool_name: name, parameters: input }: ToolUseEvent): string {
  const [first] = callLines({ type: 'tool_use', id, name, input }, {});
  return first === undefined ? name : textOf(first);
}
