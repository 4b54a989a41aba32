import { EventEmitter, once } from 'node:events';
import type { DragomanEvent } from '@dragoman/protocol';
import type { AnswerReceipt, ToolAnswer } from '@dragoman/runtime';
import { createStatusFold } from '../src/store/status-fold.js';
import type { LinesOptions, StoredTurn } from '../src/store/turn-store.js';
import { TURN_ID } from './recorded-turns.js';

/** A turn whose agent is the test: for moments that a real one can't be held at. */
export interface ManualTurn extends StoredTurn {
  emit(...events: readonly DragomanEvent[]): void;
  readonly answers: ReadonlyMap<string, ToolAnswer>;
  /** How many read it. */
  readonly readings: number;
}

export function createManualTurn(...begun: readonly DragomanEvent[]): ManualTurn {
  const journal: string[] = [];
  const answers = new Map<string, ToolAnswer>();
  const news = new EventEmitter().setMaxListeners(0);
  let readings = 0;

  async function* lines({ after = 0, signal }: LinesOptions) {
    readings += 1;
    try {
      for (let at = after; !signal.aborted; at += 1) {
        if (at === journal.length) await once(news, 'line', { signal }).catch(() => undefined);
        const line = journal[at];
        if (line === undefined) return;
        yield line;
        if (line.includes('"type":"end"')) return;
      }
    } finally {
      readings -= 1;
    }
  }
  const turn: ManualTurn = {
    entry: {
      id: TURN_ID,
      client: 'local',
      agent: 'codex',
      workspace: 'app',
      conversation: 'chat',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
    answers,
    get readings() {
      return readings;
    },
    emit(...events) {
      for (const { type, ...event } of events) {
        // The order of a journal.
        const head = { type, seq: journal.length + 1, ts: '2026-01-01T00:00:00.000Z' };
        journal.push(`${JSON.stringify({ ...head, ...event })}\n`);
        news.emit('line');
      }
    },
    async status() {
      const fold = createStatusFold();
      fold.push(journal);
      return fold.status();
    },
    lines,
    async *batches(options) {
      for await (const line of lines(options)) yield { lines: [line] };
    },
    checkCursor: async () => undefined,
    artifact: () => Promise.reject(new Error('It has none.')),
    async answer(requestId, answer): Promise<AnswerReceipt> {
      answers.set(requestId, answer);
      turn.emit({ type: 'tool_answer', requestId, status: 'success' });
      return 'taken';
    },
    cancel: async () => undefined,
    input: async () => undefined,
  };
  turn.emit(...begun);
  return turn;
}

export const said = (content: string): DragomanEvent => ({
  type: 'message',
  role: 'assistant',
  content,
});
export const requested = (requestId: string): DragomanEvent => ({
  type: 'tool_request',
  requestId,
  tool_name: 'weather',
});
