import {
  addUsage,
  type DragomanEvent,
  type MessageUsage,
  type TurnEvent,
  toMessageUsage,
} from '@dragoman/protocol';

/** One turn, as a view tells of it. */
export interface TurnView {
  /** How it ended; absent where the view leaves that open. */
  readonly end?: Exclude<TurnEvent['status'], 'started'>;
  readonly usage?: MessageUsage;
}

type Draft = { -readonly [Name in keyof TurnView]: TurnView[Name] };

/** The turns that events tell of. What comes before the first beginning is part of that turn. */
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
      turn.usage = addUsage(turn.usage, toMessageUsage(event));
    } else if (event.type === 'turn') {
      if (event.status === 'started') begin();
      else present().end ??= event.status;
    }
  }
  return turns;
}
