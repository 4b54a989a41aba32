import { createTranslator, type Interpreter } from '@dragoman/agents';
import {
  addUsageFigures,
  type CanonicalBlock,
  canonical,
  type DragomanEvent,
  reduce,
  type Transcript,
  type TurnEvent,
  type UsageEvent,
  type UsageFigures,
} from '@dragoman/protocol';

/** One session as one view shows it, reduced to what both views should agree on. */
export interface SessionView {
  readonly blocks: readonly CanonicalBlock[];
  /** What the agent and its sub-agents used. */
  readonly usage: UsageFigures | undefined;
  /** Of that, what no message of the agent itself used; evidence, not compared. */
  readonly beside?: UsageFigures;
  /**
   * Its turns, as evidence for gaps that only some turns have; not compared. Absent where the view
   * was not read from its events.
   */
  readonly turns?: readonly TurnView[];
  /** How many texts were taken back, because their reply broke off; evidence, not compared. */
  readonly takenBack?: number;
}

/** The same session in both views. */
export interface SessionViews {
  readonly live: SessionView;
  readonly saved: SessionView;
}

/** One turn, as a view shows it. */
export interface TurnView {
  /** How it ended; absent where the view leaves that open. */
  readonly end?: Exclude<TurnEvent['status'], 'started'>;
  readonly usage?: UsageFigures;
}

/** What one process wrote, or one file holds, and its interpreter. */
export interface NativeStream {
  readonly interpreter: Interpreter;
  readonly bytes: Uint8Array | string;
}

/** What a transcript says, in the form in which two views are compared. */
export function viewOf(transcript: Transcript): SessionView {
  const { subAgentUsage: beside } = transcript;
  const view = { blocks: canonical(transcript), usage: totalUsage(transcript) };
  return beside === undefined ? view : { ...view, beside };
}

/** What was used in all, by the agent and its sub-agents. */
export function totalUsage({ usage, subAgentUsage }: Transcript): UsageFigures | undefined {
  return subAgentUsage === undefined ? usage : addUsageFigures(usage, subAgentUsage);
}

/** One session from one stream after the other. */
export function readTranscript(streams: readonly NativeStream[]): Transcript {
  return reduce(readEvents(streams));
}

/** One session as one view shows it, with its turns. */
export function readView(streams: readonly NativeStream[]): SessionView {
  return viewOfEvents([...readEvents(streams)]);
}

/** What events say, with its turns. */
export function viewOfEvents(events: readonly DragomanEvent[]): SessionView {
  const takenBack = events.filter(isTakenBack).length;
  const view = viewOf(reduce(events));
  const beside = events
    .filter(isBeside)
    .reduce<UsageFigures | undefined>((sum, amount) => addUsageFigures(sum, amount), view.beside);
  return { ...view, ...(beside && { beside }), turns: turnsOf(events), takenBack };
}

/** An amount of a turn that follows that of its messages, which says what all of it cost. */
function isBeside(
  event: DragomanEvent,
  index: number,
  events: readonly DragomanEvent[],
): event is DragomanEvent & UsageEvent {
  const before = events[index - 1];
  if (event.type !== 'usage' || event.parent_tool_id !== undefined) return false;
  return event.cost_usd === undefined && before?.type === 'usage';
}

function isTakenBack(event: DragomanEvent): boolean {
  const isText = event.type === 'message' || event.type === 'reasoning';
  return isText && event.replaces === true && event.content === '';
}

function* readEvents(streams: readonly NativeStream[]): Generator<DragomanEvent> {
  for (const { interpreter, bytes } of streams) {
    const translator = createTranslator(interpreter);
    yield* translator.push(bytes);
    yield* translator.flush();
  }
}

type Draft = { -readonly [Name in keyof TurnView]: TurnView[Name] };

/** The turns of a list of events. What comes before the first `turn` started is part of that turn. */
export function turnsOf(events: Iterable<DragomanEvent>): readonly TurnView[] {
  const turns: Draft[] = [];
  let isMarked = false;
  const present = (): Draft => {
    const latest = turns.at(-1) ?? {};
    if (turns.length === 0) turns.push(latest);
    return latest;
  };
  const begin = (): void => {
    if (isMarked || turns.length === 0) turns.push({});
    isMarked = true;
  };
  for (const event of events) {
    if (event.type === 'usage' && event.parent_tool_id === undefined) {
      const turn = present();
      turn.usage = addUsageFigures(turn.usage, event);
    } else if (event.type === 'turn') {
      if (event.status === 'started') begin();
      else present().end ??= event.status;
    }
  }
  return turns;
}
