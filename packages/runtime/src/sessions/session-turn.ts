import {
  createReducer,
  type EndEvent,
  type EndStatus,
  type JournaledEvent,
  type UnifiedMessage,
  type UsageFigures,
  type WorkspaceChange,
} from '@dragoman/protocol';
import { readJournal } from '../journal/read-journal.js';
import type { AnswerReceipt, ToolAnswer } from '../tools/tool-answer.js';
import type { EventsOptions, Turn } from '../turn/turn.js';

/** How a turn ended, and what came of it. */
export interface TurnResult {
  readonly status: EndStatus;
  /** Why it didn't succeed, in the words of the agent if it had any. */
  readonly reason: string | undefined;
  /** What the agent said last. */
  readonly text: string;
  /** All that was said and done in the turn. */
  readonly messages: readonly UnifiedMessage[];
  /** What the turn used. Absent where nobody counted. */
  readonly usage: UsageFigures | undefined;
  /** The files that differ from before the turn, whatever changed them. Those of the `changes` event. */
  readonly changes: readonly WorkspaceChange[];
  readonly sessionId: string | undefined;
  /** The last event of the turn, with its exit code, code and warning. */
  readonly end: EndEvent;
  /** The turn itself: its id and its journal. */
  readonly turn: Turn;
}

/**
 * A turn of a session: its events as an async iterable, and a promise of its result. The promise resolves
 * however the turn ended: look at `status`. It rejects, and the iterable throws, with a `DragomanError`
 * where the turn could not be started.
 */
export interface SessionTurn extends Promise<TurnResult>, AsyncIterable<JournaledEvent> {
  /** All events, those to come included, for any number of readers. */
  events(options?: EventsOptions): AsyncIterable<JournaledEvent>;
  /** Answers a call of a tool that has no `execute`, by the `requestId` of its event. */
  answer(requestId: string, answer: ToolAnswer): Promise<AnswerReceipt>;
  /** Stops the agent: first gently, then not. Resolves when the turn has ended. */
  cancel(reason?: string): Promise<void>;
}

/** @param abort cancels the turn also where it has not started yet. */
export function createSessionTurn(
  starting: Promise<Turn>,
  abort: (reason?: string) => void,
): SessionTurn {
  const result = starting.then(resultOf);
  // A refusal that nobody waits for must not end the process. Whoever waits, or reads events, still learns it.
  result.catch(() => {});
  const events = async function* (options?: EventsOptions): AsyncGenerator<JournaledEvent> {
    yield* (await starting).events(options);
  };
  return Object.assign(result, {
    events,
    [Symbol.asyncIterator]: () => events(),
    answer: async (requestId: string, answer: ToolAnswer) =>
      (await starting).answer(requestId, answer),
    cancel: async (reason?: string) => {
      abort(reason);
      await (await starting).cancel(reason);
    },
  });
}

async function resultOf(turn: Turn): Promise<TurnResult> {
  const end = await turn.outcome;
  const reducer = createReducer();
  const changes: WorkspaceChange[] = [];
  for await (const event of readJournal(turn.directory, { follow: false })) {
    reducer.push(event);
    if (event.type === 'changes') changes.push(...event.files);
  }
  const { messages } = reducer.snapshot();
  return {
    status: end.status,
    reason: end.reason ?? undefined,
    text: lastText(messages),
    messages,
    usage: end.usage ?? undefined,
    changes,
    sessionId: turn.sessionId,
    end,
    turn,
  };
}

/** What the agent of a turn said last. */
export async function lastTextOf({ directory }: Pick<Turn, 'directory'>): Promise<string> {
  const reducer = createReducer();
  for await (const event of readJournal(directory, { follow: false })) reducer.push(event);
  return lastText(reducer.snapshot().messages);
}

/** The text of the last message in which the agent itself said something. */
function lastText(messages: readonly UnifiedMessage[]): string {
  for (const { role, content, parentToolUseId } of [...messages].reverse()) {
    if (role !== 'assistant' || parentToolUseId !== undefined) continue;
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    if (text !== '') return text;
  }
  return '';
}
