import { EventEmitter, once } from 'node:events';
import { DragomanError, type DragomanEvent, type JournaledEvent } from '@dragoman/protocol';
import type { AnswerReceipt, ToolAnswer } from '@dragoman/runtime';
import type { ModelTurn, TurnRequest, TurnSource } from '../src/model/turn-source.js';
import { waitingTurns } from '../src/model/waiting-turns.js';

/** A turn whose agent is the test: for moments that a real one can't be held at. */
export interface ManualTurn extends ModelTurn {
  readonly request: TurnRequest;
  /** What it has emitted. */
  readonly journal: readonly JournaledEvent[];
  emit(...events: DragomanEvent[]): void;
  readonly answers: ReadonlyMap<string, ToolAnswer>;
  /** Why it was canceled, where it was. */
  readonly canceled: string | undefined;
  /** How many readings of its events are open. */
  readonly readings: number;
  /** What is done when it is canceled. */
  onCancel: () => Promise<void>;
  /** What becomes of answers to it. */
  receipt: AnswerReceipt;
}

export interface ManualTurns extends TurnSource {
  /** All that were started. */
  readonly started: readonly ManualTurn[];
}

/** What this process knows of turns that wait for these requests is gone, as in another process. */
export function forget(...requestIds: string[]): void {
  const nothing = { scope: undefined, conversation: undefined, sessionId: undefined };
  const sought = { ...nothing, requestIds: new Set(requestIds) };
  for (const live of waitingTurns().find(sought)) waitingTurns().remove(live);
}

export function createManualTurns(begin: (turn: ManualTurn) => void): ManualTurns {
  const started: ManualTurn[] = [];
  return {
    started,
    async start(request) {
      const turn = createManualTurn(`turn-${started.length + 1}`, request);
      started.push(turn);
      begin(turn);
      return turn;
    },
    async open(turnId) {
      const turn = started.find(({ id }) => id === turnId);
      if (turn === undefined) throw new DragomanError('turn_unknown', `No turn ${turnId}.`);
      const { id, request, events, answer, cancel, journal } = turn;
      const last = journal.at(-1);
      const end = last?.type === 'end' ? last : undefined;
      const { conversation, agent } = request;
      const lastSeq = journal.length;
      return { id, events, answer, cancel, agent, conversation, lastSeq, end };
    },
  };
}

function createManualTurn(id: string, request: TurnRequest): ManualTurn {
  const journal: JournaledEvent[] = [];
  const answers = new Map<string, ToolAnswer>();
  let canceled: string | undefined;
  let readings = 0;
  const news = new EventEmitter();

  const turn: ManualTurn = {
    id,
    request,
    journal,
    answers,
    onCancel: () => Promise.resolve(),
    receipt: 'taken',
    get canceled() {
      return canceled;
    },
    get readings() {
      return readings;
    },
    emit(...events) {
      for (const event of events) {
        journal.push(Object.assign({}, event, { seq: journal.length + 1, ts: '' }));
      }
      news.emit('event');
    },
    async *events({ after = 0, signal }) {
      const given = signal && { signal };
      readings += 1;
      try {
        for (let at = after; signal?.aborted !== true; ) {
          const event = journal[at];
          // An abort ends the reading, without an error.
          if (event === undefined) await once(news, 'event', given).catch(() => undefined);
          else {
            at += 1;
            yield event;
            if (event.type === 'end') return;
          }
        }
      } finally {
        readings -= 1;
      }
    },
    async answer(requestId, answer) {
      answers.set(requestId, answer);
      return turn.receipt;
    },
    async cancel(reason) {
      canceled = reason;
      await turn.onCancel();
    },
  };
  return turn;
}
