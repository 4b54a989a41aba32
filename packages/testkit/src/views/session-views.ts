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
  /** What the agent said while calls of it were open; evidence, not compared. */
  readonly amidCalls?: readonly WordsAmidCalls[];
  /** How many calls a hook gave another input, as far as the view says so; evidence, not compared. */
  readonly changedInputs?: number;
  /** The calls of the tool `exec_command`, without their results; evidence, not compared. */
  readonly unifiedCommands?: readonly CanonicalBlock[];
  /** How many texts were taken back, because their reply broke off; evidence, not compared. */
  readonly takenBack?: number;
  /** How often a request was made again; evidence, not compared. */
  readonly retries?: number;
}

/** A text, and how many calls were open when it began. */
export interface WordsAmidCalls {
  readonly text: string;
  readonly calls: number;
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
  const { messages, subAgentUsage: beside } = transcript;
  const changedInputs = messages.filter(saysInputChanged).length;
  const evidence = { changedInputs, unifiedCommands: unifiedCommands(messages) };
  const view = { blocks: canonical(transcript), usage: totalUsage(transcript), ...evidence };
  return beside === undefined ? view : { ...view, beside };
}

const CHANGED_INPUT = /^\[System\] Tool input parameters .*were modified by a hook/m;

function saysInputChanged({ synthetic, content }: Transcript['messages'][number]): boolean {
  const isOfHook = synthetic === 'hook_context';
  return (
    isOfHook && content.some((block) => block.type === 'text' && CHANGED_INPUT.test(block.text))
  );
}

function unifiedCommands(messages: Transcript['messages']): readonly CanonicalBlock[] {
  const calls = messages.flatMap((message) => {
    const content = message.content.filter(isUnifiedCommand);
    return content.length === 0 ? [] : [{ ...message, content }];
  });
  return canonical(calls);
}

function isUnifiedCommand(block: Transcript['messages'][number]['content'][number]): boolean {
  return block.type === 'tool_use' && block.native?.name === 'exec_command';
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
  const retries = events.filter(isRetry).length;
  const view = viewOf(reduce(events));
  const beside = events
    .filter(isBeside)
    .reduce<UsageFigures | undefined>((sum, amount) => addUsageFigures(sum, amount), view.beside);
  const amidCalls = wordsAmidCalls(events);
  const evidence = { amidCalls, takenBack, retries };
  return { ...view, ...(beside && { beside }), turns: turnsOf(events), ...evidence };
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

/** The texts of the agent itself that began while a call was open. */
function wordsAmidCalls(events: readonly DragomanEvent[]): readonly WordsAmidCalls[] {
  const open = new Set<string>();
  const found = new Map<string, { text: string; readonly calls: number }>();
  for (const [index, event] of events.entries()) {
    if (event.type === 'tool_use') open.add(event.tool_id);
    else if (event.type === 'tool_result') open.delete(event.tool_id);
    else if (event.type === 'turn') open.clear();
    else if (event.type === 'message' && event.role === 'assistant') {
      const id = event.id ?? `${index}`;
      const begun = found.get(id) ?? { text: '', calls: open.size };
      begun.text += event.content;
      found.set(id, begun);
    }
  }
  return [...found.values()].filter(({ calls }) => calls > 0);
}

function isTakenBack(event: DragomanEvent): boolean {
  const isText = event.type === 'message' || event.type === 'reasoning';
  return isText && event.replaces === true && event.content === '';
}

function isRetry(event: DragomanEvent): boolean {
  return event.type === 'stderr' && event.content.startsWith('Retrying the request');
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
