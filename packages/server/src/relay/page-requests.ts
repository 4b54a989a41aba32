import { type DragomanEvent, parseEvent, parseJson } from '@dragoman/protocol';
import { formToolOf } from '@dragoman/protocol/http';
import { readHead } from '@dragoman/runtime/internal';
import type { StoredTurn } from '../store/turn-store.js';

/** A request that a page may answer now: nobody has to approve it first, or somebody has. */
export interface PageRequest {
  readonly requestId: string;
  readonly type: 'snapshot_request' | 'execute_request' | 'tool_request';
  readonly toolName: string;
  /** As the journal has it, with its newline. */
  readonly line: string;
}

/** Which requests of a turn are open, made of its lines as they come. */
export interface PageRequests {
  push(lines: readonly string[]): void;
  readonly open: ReadonlyMap<string, PageRequest>;
  /** Whether the turn has ended. */
  readonly isOver: boolean;
}

/** Where to read a turn from to see all requests that are open. */
export async function beforeOpenRequests(turn: StoredTurn): Promise<number> {
  const { requests, lastSeq } = await turn.status();
  return Math.min(lastSeq + 1, ...requests.map(({ seq }) => seq)) - 1;
}

const READ: ReadonlySet<string> = new Set<DragomanEvent['type']>([
  'tool_request',
  'snapshot_request',
  'execute_request',
  'tool_answer',
  'end',
]);

export function createPageRequests(): PageRequests {
  const open = new Map<string, PageRequest>();
  let isOver = false;

  const apply = (event: DragomanEvent, line: string): void => {
    switch (event.type) {
      case 'tool_request':
      case 'snapshot_request':
      case 'execute_request': {
        const { type, requestId, approval } = event;
        if (approval === 'requested') return;
        const toolName =
          type === 'tool_request' ? event.tool_name : (formToolOf(type)?.name ?? type);
        open.set(requestId, { requestId, type, toolName, line });
        return;
      }
      case 'tool_answer':
        open.delete(event.requestId);
        return;
      case 'end':
        open.clear();
        isOver = true;
        return;
      default:
    }
  };

  return {
    push(lines) {
      for (const line of lines) {
        const head = readHead(line);
        if (head === undefined || !READ.has(head.type)) continue;
        const json = parseJson(line);
        const parsed = parseEvent(json.ok ? json.value : undefined);
        if (parsed.ok) apply(parsed.event, line);
      }
    },
    open,
    get isOver() {
      return isOver;
    },
  };
}
