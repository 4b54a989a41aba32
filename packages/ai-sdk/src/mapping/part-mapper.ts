import {
  type DragomanEvent,
  type EndEvent,
  type EventByType,
  isEventType,
  isRunEvent,
  type ToolResultEvent,
  type TurnEventType,
} from '@dragoman/protocol';
import { createConversationParts } from '@dragoman/protocol/internal';
import type { ModelPart, StopReason } from './model-part.js';
import { createNoticeParts } from './notice-parts.js';
import { createFailureParts, failureOf, TurnFailure } from './turn-failure.js';
import { createTurnSummary, stopReasonOf } from './turn-summary.js';

export interface PartMapperOptions {
  /** Shows what the agent does itself: its tools, plans, files. Default: true. */
  readonly activity?: boolean;
  /** Emits every event as a `raw` part, too. Default: false. */
  readonly raw?: boolean;
  /** Emits a failure when the turn has ended, with all that is known of it by then. Default: at once. */
  readonly holdsFailure?: boolean;
  /** The turn that the calls of the caller's tools belong to. */
  readonly turnId?: string;
  /** Holds the requests that wait for an answer. Who answers one takes it out. */
  readonly open?: Set<string>;
  /** Gets what the agent was given for a request, as the agent reports it. */
  readonly onCallerResult?: (requestId: string, result: ToolResultEvent) => void;
}

export interface PartMapper {
  /** The parts of one event. None once the stream has finished. */
  push(event: DragomanEvent): ModelPart[];
  /**
   * The turn waits for the caller: closes the texts that are open and finishes the step. The events
   * after it are those of the next step.
   */
  pause(): ModelPart[];
  /** Closes what is open and stops with this reason. Nothing where the stream has finished. */
  finish(reason: StopReason): ModelPart[];
  readonly isFinished: boolean;
  /** Whether the turn has said that it failed. */
  readonly failure: TurnFailure | undefined;
  /** The agent's own id of its session, and the model it uses, from the moment they are known. */
  readonly sessionId: string | undefined;
  readonly modelId: string | undefined;
  /** Whether the agent's own text is open, and what it says so far. */
  readonly isTextOpen: boolean;
  readonly text: string;
}

type Handlers = { [Type in TurnEventType]: (event: EventByType[Type], parts: ModelPart[]) => void };

/**
 * Makes parts of a language model of the events of a turn. Pure: the same events give the same parts,
 * ids included. Every step has exactly one `finish`, and the last one nothing after it.
 */
export function createPartMapper(options: PartMapperOptions = {}): PartMapper {
  const { activity = true, raw = false, holdsFailure = false, turnId, open = new Set() } = options;
  const { onCallerResult } = options;
  const shown = createConversationParts({ turnId, activity, open, onCallerResult });
  const notices = createNoticeParts(turnId);
  const summary = createTurnSummary();
  const failures = createFailureParts({ isHeld: holdsFailure, notice: summary.notice });
  let isFinished = false;

  const finishWith = (reason: StopReason, parts: ModelPart[], end?: EndEvent): void => {
    if (isFinished) return;
    shown.close(parts);
    failures.emit(parts);
    isFinished = true;
    parts.push(summary.finish(reason, end));
  };
  const handlers: Handlers = {
    init(event, parts) {
      summary.init(event);
      const { modelId } = event;
      parts.push({ type: 'response-metadata', ...(modelId !== undefined && { modelId }) });
    },
    message(event, parts) {
      const isAnswer = event.role === 'assistant' && event.parent_tool_id === undefined;
      if (isAnswer) summary.stopReason = event.stop_reason ?? summary.stopReason;
      shown.text(event, parts);
    },
    reasoning: shown.text,
    tool_use: shown.tool,
    tool_output: shown.tool,
    tool_result: shown.tool,
    plan({ items }, parts) {
      if (activity) notices.push('plan', { items }, parts);
    },
    compaction({ summary: words }, parts) {
      const content = words === undefined ? {} : { summary: words };
      if (activity) notices.push('compaction', content, parts);
    },
    artifact(event, parts) {
      summary.artifact(event);
      const { path, size_bytes: sizeBytes, mime_type: mimeType, label } = event;
      if (activity) notices.push('artifact', { path, sizeBytes, mimeType, label }, parts);
    },
    tool_answer: shown.answer,
    usage: (event) => summary.usage(event),
    turn({ status, error }, parts) {
      if (status === 'failed' && error) {
        failures.fail(new TurnFailure(error.type ?? 'turn_failed', error.message), parts);
      }
    },
    error(event, parts) {
      if (!event.fatal) summary.notice(event);
      else failures.fail(new TurnFailure(event.code ?? 'turn_failed', event.message), parts);
    },
    sandbox(event, parts) {
      summary.sandbox(event.sandbox_id);
      parts.push({ type: 'response-metadata' });
    },
    snapshot: (event) => summary.snapshot(event.snapshot_id),
    snapshot_request: shown.request,
    execute_request: shown.request,
    tool_request: shown.request,
    ping: (_event, parts) => parts.push({ type: 'ping' }),
    end(event, parts) {
      failures.end(failureOf(event));
      finishWith(stopReasonOf(event, summary.stopReason), parts, event);
    },
    stderr: ignore,
    raw: ignore,
    'relay.session': ignore,
    workspace_risk: ignore,
    changes: ignore,
  };

  return {
    push(event) {
      const parts: ModelPart[] = [];
      if (isFinished) return parts;
      if (raw) parts.push({ type: 'raw', rawValue: event });
      // A newer writer may send types that this version doesn't know.
      if (!isEventType(event.type) || isRunEvent(event)) return parts;
      shown.interrupt(event, parts);
      dispatch(handlers, event.type, event, parts);
      return parts;
    },
    pause() {
      const parts: ModelPart[] = [];
      shown.pause(parts);
      parts.push(summary.finish({ unified: 'tool-calls', raw: 'tool_request' }));
      return parts;
    },
    finish(reason) {
      const parts: ModelPart[] = [];
      finishWith(reason, parts);
      return parts;
    },
    get isFinished() {
      return isFinished;
    },
    get failure() {
      return failures.failure;
    },
    get sessionId() {
      return summary.sessionId;
    },
    get modelId() {
      return summary.modelId;
    },
    get isTextOpen() {
      return shown.isTextOpen;
    },
    get text() {
      return shown.latestText;
    },
  };
}

function dispatch<Type extends TurnEventType>(
  handlers: Handlers,
  type: Type,
  event: EventByType[Type],
  parts: ModelPart[],
): void {
  handlers[type](event, parts);
}

function ignore(): void {}
