import {
  addUsageFigures,
  type EndEvent,
  type EventByType,
  isEventType,
  isRunEvent,
  type JournaledEvent,
  type TurnEventType,
  type UsageFigures,
} from '@dragoman/protocol';
import { createConversationParts, type TurnPart } from '@dragoman/protocol/internal';
import type { StepMapper } from './read-response.js';

/** What a client sees of a turn, before a protocol has its say. */
export type ViewPart =
  | TurnPart
  | { readonly type: 'about'; readonly event: AboutEvent }
  | FinishedPart;

/** What is passed on as it is, where a protocol has a way to do so. */
export type AboutEvent = EventByType[
  | 'init'
  | 'plan'
  | 'compaction'
  | 'artifact'
  | 'changes'
  | 'workspace_risk'];

/** The end of a response: the agent waits for the client, or the turn is over. */
export interface FinishedPart {
  readonly type: 'finished';
  readonly status: 'waiting' | EndEvent['status'];
  /** What was used since the last response. */
  readonly usage: UsageFigures | undefined;
  /** Why the turn did not succeed. */
  readonly failure: { readonly code: string; readonly message: string } | undefined;
}

/** What a protocol makes of each part, by its type. */
export type PartMakers<Made> = {
  readonly [Type in ViewPart['type']]: (part: Extract<ViewPart, { type: Type }>) => Made;
};

/** What the maker for the type of a part makes of it: `makePart(makers, part.type, part)`. */
export function makePart<Made, Type extends ViewPart['type']>(
  makers: PartMakers<Made>,
  type: Type,
  part: Extract<ViewPart, { type: Type }>,
): Made {
  return makers[type](part);
}

type Handlers = { [Type in TurnEventType]: (event: EventByType[Type], parts: ViewPart[]) => void };

/**
 * The parts of a turn that clients of other protocols are shown. Pure: the same events give the same
 * parts, ids included. A call of a client's tool is shown once, as the request that the client answers.
 */
export function createTurnView(turnId: string): StepMapper<ViewPart> {
  const shown = createConversationParts({ turnId });
  let used: UsageFigures | undefined;
  /** Whether the agent has said what it used. Then the total of the end has nothing to add. */
  let isMetered = false;

  const takeUsage = (end?: EndEvent): UsageFigures | undefined => {
    const figures = isMetered ? used : (end?.usage ?? undefined);
    used = undefined;
    return figures;
  };
  const about = (event: AboutEvent, parts: ViewPart[]): void =>
    void parts.push({ type: 'about', event });

  const handlers: Handlers = {
    init: about,
    message: shown.text,
    reasoning: shown.text,
    tool_use: shown.tool,
    tool_output: shown.tool,
    tool_result: shown.tool,
    plan: about,
    compaction: about,
    artifact: about,
    changes: about,
    workspace_risk: about,
    usage(figures) {
      isMetered = true;
      used = addUsageFigures(used, figures);
    },
    tool_request: shown.request,
    snapshot_request: shown.request,
    execute_request: shown.request,
    tool_answer: shown.answer,
    end(event, parts) {
      shown.close(parts);
      const failure = failureOf(event);
      parts.push({ type: 'finished', status: event.status, usage: takeUsage(event), failure });
    },
    // What went wrong stands in the end, in the words of whoever noticed.
    turn: ignore,
    error: ignore,
    stderr: ignore,
    raw: ignore,
    sandbox: ignore,
    snapshot: ignore,
    ping: ignore,
    'relay.session': ignore,
  };

  return {
    push(event: JournaledEvent) {
      const parts: ViewPart[] = [];
      if (!isEventType(event.type) || isRunEvent(event)) return parts;
      shown.interrupt(event, parts);
      dispatch(handlers, event.type, event, parts);
      return parts;
    },
    pause() {
      const parts: ViewPart[] = [];
      shown.pause(parts);
      parts.push({ type: 'finished', status: 'waiting', usage: takeUsage(), failure: undefined });
      return parts;
    },
  };
}

/** Why a turn didn't succeed. One that was canceled hasn't failed. */
function failureOf({ status, code, reason }: EndEvent): FinishedPart['failure'] {
  if (status === 'success' || status === 'canceled') return undefined;
  const message = reason ?? `The turn ended with the status ${status} and gave no reason.`;
  return { code: code ?? `turn_${status}`, message };
}

function dispatch<Type extends TurnEventType>(
  handlers: Handlers,
  type: Type,
  event: EventByType[Type],
  parts: ViewPart[],
): void {
  handlers[type](event, parts);
}

function ignore(): void {}
