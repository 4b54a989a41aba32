import {
  type DragomanEvent,
  type EndEvent,
  type EventByType,
  type EventType,
  isEventType,
} from '@dragoman/protocol';
import { createCallerCalls, type ToolEvent } from './caller-calls.js';
import type { CallerRequest } from './caller-request.js';
import { createFailureParts } from './failure-parts.js';
import type { ModelPart, StopReason } from './model-part.js';
import { createNoticeParts } from './notice-parts.js';
import { requestPart } from './request-part.js';
import { requestedCall } from './requested-call.js';
import { stopReasonOf } from './stop-reason.js';
import { createTextParts } from './text-parts.js';
import { createToolParts } from './tool-parts.js';
import { failureOf, TurnFailure } from './turn-failure.js';
import { createTurnSummary } from './turn-summary.js';

export interface PartMapperOptions {
  /** Shows what the agent does itself: its tools, plans, files. Default: true. */
  readonly activity?: boolean;
  /** Tells every event as a `raw` part, too. Default: false. */
  readonly raw?: boolean;
  /** Tells a failure when the turn has ended, with all that is known of it by then. Default: at once. */
  readonly holdsFailure?: boolean;
  /** The turn that the calls of the caller's tools belong to. */
  readonly turnId?: string;
  /** Holds the requests that have been told and not been answered. Who answers one takes it out. */
  readonly open?: Set<string>;
}

export interface PartMapper {
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

type Handlers = { [Type in EventType]: (event: EventByType[Type], parts: ModelPart[]) => void };

/**
 * Makes parts of a language model of the events of a turn. Pure: the same events give the same parts,
 * ids included. Every step has exactly one `finish`, and the last one nothing after it.
 */
export function createPartMapper(options: PartMapperOptions = {}): PartMapper {
  const { activity = true, raw = false, holdsFailure = false, turnId, open = new Set() } = options;
  const texts = createTextParts();
  const tools = createToolParts();
  const callerCalls = createCallerCalls(open);
  const notices = createNoticeParts(turnId);
  const summary = createTurnSummary();
  const failures = createFailureParts({ isHeld: holdsFailure, notice: summary.notice });
  let isFinished = false;

  const finishWith = (reason: StopReason, parts: ModelPart[], end?: EndEvent): void => {
    if (isFinished) return;
    texts.closeAll(parts);
    if (activity) for (const use of callerCalls.rest()) tools.push(use, parts);
    tools.closeAll(parts);
    failures.emit(parts);
    isFinished = true;
    parts.push(summary.finish(reason, end));
  };
  const request = (event: CallerRequest, parts: ModelPart[]): void => {
    texts.close(parts);
    const call = requestedCall(event);
    open.add(call.requestId);
    callerCalls.requested(call);
    parts.push(requestPart(call, turnId));
  };
  const tool = (event: ToolEvent, parts: ModelPart[]): void => {
    if (!activity) return;
    for (const shown of callerCalls.shown(event)) {
      if (shown.type === 'tool_use') texts.interrupt(shown.parent_tool_id, parts);
      tools.push(shown, parts);
    }
  };

  const handlers: Handlers = {
    init(event, parts) {
      summary.init(event);
      const { modelId } = event;
      parts.push({ type: 'response-metadata', ...(modelId !== undefined && { modelId }) });
    },
    message(event, parts) {
      if (event.role !== 'assistant') return;
      if (event.parent_tool_id === undefined && event.stop_reason !== undefined) {
        summary.stopReason = event.stop_reason;
      }
      texts.push(event, parts);
    },
    reasoning: texts.push,
    tool_use: tool,
    tool_output: tool,
    tool_result: tool,
    plan({ items }, parts) {
      if (!activity) return;
      texts.interrupt(undefined, parts);
      notices.push('plan', { items }, parts);
    },
    compaction({ summary: words }, parts) {
      if (!activity) return;
      texts.interrupt(undefined, parts);
      notices.push('compaction', words === undefined ? {} : { summary: words }, parts);
    },
    artifact(event, parts) {
      summary.artifact(event);
      const { path, size_bytes: sizeBytes, mime_type: mimeType, label } = event;
      if (activity) notices.push('artifact', { path, sizeBytes, mimeType, label }, parts);
    },
    usage: (event) => summary.usage(event),
    turn({ status, error }, parts) {
      if (status === 'started') return;
      texts.closeAll(parts);
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
    snapshot_request: request,
    execute_request: request,
    tool_request: request,
    ping: (_event, parts) => parts.push({ type: 'ping' }),
    end(event, parts) {
      failures.end(failureOf(event));
      finishWith(stopReasonOf(event, summary.stopReason), parts, event);
    },
    stderr: ignore,
    raw: ignore,
    'relay.session': ignore,
    workspace_risk: ignore,
  };

  return {
    push(event) {
      const parts: ModelPart[] = [];
      if (raw) parts.push({ type: 'raw', rawValue: event });
      // Readers let types pass that they don't know, whatever the compiler thinks of them.
      if (isEventType(event.type)) dispatch(handlers, event.type, event, parts);
      return parts;
    },
    pause() {
      const parts: ModelPart[] = [];
      texts.pause(parts);
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
      return texts.isOpen;
    },
    get text() {
      return texts.latest;
    },
  };
}

function dispatch<Type extends EventType>(
  handlers: Handlers,
  type: Type,
  event: EventByType[Type],
  parts: ModelPart[],
): void {
  handlers[type](event, parts);
}

function ignore(): void {}
