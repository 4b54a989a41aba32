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

type Fold<Type extends DragomanEvent['type']> = (
  state: FoldState,
  event: Extract<DragomanEvent, { type: Type }>,
  seq: number,
) => void;

/** What each event changes. Others are not even parsed. */
const FOLDS: { readonly [Type in DragomanEvent['type']]?: Fold<Type> } = {
  init(state, { session_id }) {
    state.sessionId = session_id ?? state.sessionId;
  },
  tool_request: (state, { type, requestId, tool_name }, seq) =>
    void state.requests.set(requestId, { requestId, type, tool_name, seq }),
  snapshot_request: openForm,
  execute_request: openForm,
  tool_answer: (state, { requestId }) => void state.requests.delete(requestId),
  usage(state, figures) {
    state.usage = addUsageFigures(state.usage, figures);
  },
  end(state, event) {
    state.end = event;
    state.usage = event.usage ?? state.usage;
    state.requests.clear();
  },
};

function openForm(
  state: FoldState,
  { type, requestId }: Extract<DragomanEvent, { type: 'snapshot_request' | 'execute_request' }>,
  seq: number,
): void {
  const tool_name = formToolOf(type)?.name ?? type;
  state.requests.set(requestId, { requestId, type, tool_name, seq });
}

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
        if (Object.hasOwn(FOLDS, head.type)) fold(state, line, head.seq);
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

function apply<Type extends DragomanEvent['type']>(
  state: FoldState,
  event: Extract<DragomanEvent, { type: Type }>,
  seq: number,
): void {
  const change: Fold<Type> | undefined = FOLDS[event.type as Type];
  change?.(state, event, seq);
}
