import {
  addUsageFigures,
  type DragomanEvent,
  type EndEvent,
  parseEvent,
  parseJson,
  type UsageFigures,
} from '@dragoman/protocol';
import { formToolOf, type OpenRequest } from '@dragoman/protocol/http';
import { readHead } from '@dragoman/runtime/internal';
import type { TurnStatus } from './turn-store.js';

/** Where a turn is, made of its lines as they come. */
export interface StatusFold {
  push(lines: readonly string[]): void;
  readonly lastSeq: number;
  status(): TurnStatus;
}

interface FoldState {
  sessionId: string | undefined;
  readonly requests: Map<string, OpenRequest>;
  usage: UsageFigures | undefined;
  end: EndEvent | undefined;
}

/** Events that change a status. Others are not even parsed. */
const FOLDED: ReadonlySet<string> = new Set<DragomanEvent['type']>([
  'init',
  'tool_request',
  'snapshot_request',
  'execute_request',
  'tool_answer',
  'usage',
  'end',
]);

export function createStatusFold(): StatusFold {
  const state: FoldState = {
    sessionId: undefined,
    requests: new Map(),
    usage: undefined,
    end: undefined,
  };
  let lastSeq = 0;

  return {
    push(lines) {
      for (const line of lines) {
        const head = readHead(line);
        if (head === undefined) continue;
        lastSeq = Math.max(lastSeq, head.seq);
        if (FOLDED.has(head.type)) fold(state, line, head.seq);
      }
    },
    get lastSeq() {
      return lastSeq;
    },
    status: () => ({
      state: state.end?.status ?? (state.requests.size > 0 ? 'waiting' : 'running'),
      sessionId: state.sessionId,
      lastSeq,
      requests: [...state.requests.values()],
      usage: state.usage,
      end: state.end,
    }),
  };
}

function fold(state: FoldState, line: string, seq: number): void {
  const json = parseJson(line);
  const parsed = parseEvent(json.ok ? json.value : undefined);
  if (parsed.ok) apply(state, parsed.event, seq);
}

function apply(state: FoldState, event: DragomanEvent, seq: number): void {
  switch (event.type) {
    case 'init':
      state.sessionId = event.session_id ?? state.sessionId;
      return;
    case 'tool_request':
    case 'snapshot_request':
    case 'execute_request': {
      const { type, requestId, approval } = event;
      const tool_name =
        type === 'tool_request' ? event.tool_name : (formToolOf(type)?.name ?? type);
      const asked = { requestId, type, tool_name, seq, ...(approval && { approval }) };
      state.requests.set(requestId, asked);
      return;
    }
    case 'tool_answer':
      state.requests.delete(event.requestId);
      return;
    case 'usage':
      state.usage = addUsageFigures(state.usage, event);
      return;
    case 'end':
      state.end = event;
      state.usage = event.usage ?? state.usage;
      state.requests.clear();
      return;
    default:
  }
}
