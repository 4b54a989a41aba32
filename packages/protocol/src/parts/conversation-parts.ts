import type { DragomanEvent } from '../event/dragoman-event.js';
import { eventTraits, type RequestEvent } from '../event/event-traits.js';
import type { ToolAnswerEvent } from '../event/relay-events.js';
import type { ToolResultEvent } from '../event/tool-events.js';
import { createCallerCalls, type ToolEvent } from './caller-calls.js';
import { readRequest, requestPart } from './caller-requests.js';
import { createTextParts, type TextEvent } from './text-parts.js';
import { createToolParts } from './tool-parts.js';
import type { PartSink } from './turn-part.js';

export interface ConversationPartsOptions {
  /** The turn that the calls of the caller's tools belong to. */
  readonly turnId?: string | undefined;
  /** Shows what the agent does itself. Default: true. */
  readonly activity?: boolean | undefined;
  /** Holds the requests that wait for an answer. Who answers one takes it out. */
  readonly open?: Set<string> | undefined;
  /** Gets what the agent was given for a request, as the agent reports it. */
  readonly onCallerResult?: ((requestId: string, result: ToolResultEvent) => void) | undefined;
}

/** The handlers of the events that parts are made of, for tables by type. */
export interface ConversationParts {
  /** What an event means for the texts before it. Comes before its handler. */
  interrupt(event: DragomanEvent, parts: PartSink): void;
  text(event: TextEvent, parts: PartSink): void;
  tool(event: ToolEvent, parts: PartSink): void;
  request(event: RequestEvent, parts: PartSink): void;
  answer(event: ToolAnswerEvent): void;
  /** The agent waits for its caller. What is open goes on in other blocks. */
  pause(parts: PartSink): void;
  /** The turn is over: closes all that is open. */
  close(parts: PartSink): void;
  /** Whether the agent's own text is open, and what it says so far. */
  readonly isTextOpen: boolean;
  readonly latestText: string;
}

/** Texts, tools and requests of a turn as parts, whoever they are for. */
export function createConversationParts(options: ConversationPartsOptions): ConversationParts {
  const { turnId, activity = true, open = new Set() } = options;
  const texts = createTextParts();
  const tools = createToolParts();
  const calls = createCallerCalls(open, options.onCallerResult);

  return {
    interrupt(event, parts) {
      // What each type does is in the table of types.
      const { interruptsText, isRequest } = eventTraits[event.type];
      const isText = event.type === 'message' || event.type === 'reasoning';
      if (interruptsText === 'everywhere') {
        if (!('status' in event && event.status === 'started')) texts.closeAll(parts);
      } else if (isRequest) texts.close(parts);
      else if (interruptsText === 'in its chain' && !isText) {
        const parent = 'parent_tool_id' in event ? event.parent_tool_id : undefined;
        texts.interrupt(parent, activity ? parts : undefined);
      }
    },
    text: texts.push,
    tool(event, parts) {
      if (!activity) return;
      for (const shown of calls.shown(event)) tools.push(shown, parts);
    },
    request(event, parts) {
      const call = readRequest(event);
      if (call === undefined) return;
      open.add(call.requestId);
      // The same call once more: it has been shown.
      if (event.approval === 'granted') return;
      calls.requested(call);
      parts.push(requestPart(call, turnId));
    },
    answer: ({ requestId }) => void open.delete(requestId),
    pause: texts.pause,
    close(parts) {
      texts.closeAll(parts);
      if (activity) for (const use of calls.rest()) tools.push(use, parts);
      tools.closeAll(parts);
    },
    get isTextOpen() {
      return texts.isOpen;
    },
    get latestText() {
      return texts.latest;
    },
  };
}
