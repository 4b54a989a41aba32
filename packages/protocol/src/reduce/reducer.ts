import type { DragomanEvent, EventByType } from '../event/dragoman-event.js';
import { eventTraits, isRunEvent, type TurnEventType } from '../event/event-traits.js';
import type { RawEvent } from '../event/runtime-events.js';
import { writeJson } from '../json/write-json.js';
import { createMessageLog, type MessageLog, type MessageLogOptions } from './message-log.js';
import { createNoticeBoard } from './notice-board.js';
import { createOutcomeTracker } from './outcome-tracker.js';
import { createPlanTracker } from './plan-tracker.js';
import { createTextMessages } from './text-messages.js';
import { createToolLedger } from './tool-ledger.js';
import type { Transcript } from './transcript.js';
import { createUsageTally } from './usage-tally.js';

export type ReducerOptions = MessageLogOptions;

export interface Reducer {
  push(event: DragomanEvent): void;
  /** Everything so far. A snapshot never changes; messages that didn't change are the same objects. */
  snapshot(): Transcript;
}

/** How far the present turn has come. `over`: the agent said so; `ended`: its `end` came. */
type TurnStage = 'unmarked' | 'started' | 'over' | 'ended';

type Handlers = { [Type in TurnEventType]: (event: EventByType[Type]) => void };

/** Makes messages of events, one event at a time, each in constant time. */
export function createReducer(options: ReducerOptions = {}): Reducer {
  const log = createMessageLog(options);
  const texts = createTextMessages(log);
  const tools = createToolLedger(log);
  const notices = createNoticeBoard(log);
  const plans = createPlanTracker(log, tools.isCalled);
  const outcome = createOutcomeTracker();
  const spent = createUsageTally();
  let stage: TurnStage = 'unmarked';

  const closeTurn = (): void => {
    texts.closeAll();
    tools.closeTurn();
    plans.closeTurn();
  };

  /** From here on ids, errors and figures are those of another turn. Decided here, for all of them. */
  const beginTurn = (): void => {
    closeTurn();
    log.beginTurn();
    notices.beginTurn();
    outcome.beginTurn();
    spent.beginTurn();
    stage = 'unmarked';
  };

  const handlers: Handlers = {
    init(event) {
      // The agent may introduce itself again in mid-turn; after an end, it is another turn that does.
      if (stage === 'ended') beginTurn();
      log.introduce(event);
    },
    message: texts.push,
    reasoning: texts.push,
    tool_use(event) {
      tools.use(event);
      plans.noteCall(event.tool_id);
    },
    tool_output: tools.output,
    tool_result: tools.result,
    plan: plans.push,
    usage(event) {
      spent.spend(event);
      if (event.message_id !== undefined) log.addUsageTo(event.message_id, event);
    },
    turn(event) {
      if (event.status === 'started') {
        // What the agent says before the first `started` of a turn is part of that turn.
        if (stage !== 'unmarked') beginTurn();
        stage = 'started';
        log.nameTurn(event.turn_id);
      } else {
        texts.closeAll();
        if (stage !== 'ended') stage = 'over';
      }
      outcome.turn(event);
      notices.turn(event);
    },
    error(event) {
      outcome.error(event);
      notices.error(event);
    },
    compaction: notices.compaction,
    raw: (event) => keepUnknown(log, event),
    end(event) {
      closeTurn();
      stage = 'ended';
      outcome.end(event);
      spent.end(event.usage);
    },
    // About the turn's surroundings, not part of the conversation.
    stderr: ignore,
    sandbox: ignore,
    'relay.session': ignore,
    snapshot_request: ignore,
    execute_request: ignore,
    tool_request: ignore,
    artifact: ignore,
    snapshot: ignore,
    workspace_risk: ignore,
    changes: ignore,
    tool_answer: ignore,
    ping: ignore,
  };

  return {
    push(event) {
      // A newer writer may send types that this version doesn't know.
      if (!Object.hasOwn(eventTraits, event.type)) return;
      // A run names turns, and says nothing in them.
      if (isRunEvent(event)) return;
      if (!isText(event) && eventTraits[event.type].interruptsText === 'in its chain') {
        texts.interrupt('parent_tool_id' in event ? event.parent_tool_id : undefined);
      }
      dispatch(handlers, event.type, event);
    },
    snapshot: () => ({
      messages: log.messages(),
      ...optional('usage', spent.usage()),
      ...optional('subAgentUsage', spent.subAgentUsage()),
      ...optional('outcome', outcome.outcome()),
      ...optional('session', log.session()),
      ...optional('plan', plans.plan()),
      unanswered: tools.unanswered(),
      orphanResults: tools.orphanResults(),
      errors: notices.errors(),
    }),
  };
}

function dispatch<Type extends TurnEventType>(
  handlers: Handlers,
  type: Type,
  event: EventByType[Type],
): void {
  handlers[type](event);
}

function isText(event: DragomanEvent): boolean {
  return event.type === 'message' || event.type === 'reasoning';
}

function ignore(): void {}

function keepUnknown(log: MessageLog, event: RawEvent): void {
  const reason = event.reason ?? 'no rule covers this record';
  const content = () => [{ type: 'unknown' as const, raw: event.native, reason }];
  log.begin({ kind: 'unknown', role: 'system', event, content, opening: writeJson(event.native) });
}

function optional<Name extends keyof Transcript>(name: Name, value: Transcript[Name]) {
  return value === undefined ? {} : { [name]: value };
}

/** The transcript of all these events. For events that are still coming, use `createReducer`. */
export function reduce(events: Iterable<DragomanEvent>, options?: ReducerOptions): Transcript {
  const reducer = createReducer(options);
  for (const event of events) reducer.push(event);
  return reducer.snapshot();
}
