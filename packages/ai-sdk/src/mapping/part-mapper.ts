import {
  type DragomanEvent,
  type EndEvent,
  type EventByType,
  type EventType,
  isEventType,
  type TurnEvent,
} from '@dragoman/protocol';
import type { FinishPart, ModelPart, StopReason } from './model-part.js';
import { createNoticeParts } from './notice-parts.js';
import { stopReasonOf } from './stop-reason.js';
import { createTextParts } from './text-parts.js';
import { createToolParts } from './tool-parts.js';
import { type RequestEvent, requestPart } from './tool-request.js';
import { failureOf, TurnFailure } from './turn-failure.js';
import { createTurnSummary } from './turn-summary.js';
import { usageOf } from './usage-of.js';

export interface PartMapperOptions {
  /** Shows what the agent does itself: its tools, plans, files. Default: true. */
  readonly activity?: boolean;
  /** Tells every event as a `raw` part, too. Default: false. */
  readonly raw?: boolean;
}

export interface PartMapper {
  push(event: DragomanEvent): ModelPart[];
  /** Closes what is open and stops with this reason. Nothing where the stream has finished. */
  finish(reason: StopReason): ModelPart[];
  readonly isFinished: boolean;
  /** Whether the turn has said that it failed. */
  readonly failure: TurnFailure | undefined;
  /** Whether the agent's own text is open, and what it says so far. */
  readonly isTextOpen: boolean;
  readonly text: string;
}

type Handlers = { [Type in EventType]: (event: EventByType[Type], parts: ModelPart[]) => void };

/**
 * Makes parts of a language model of the events of a turn. Pure: the same events give the same parts,
 * ids included. There is exactly one `finish`, and nothing after it.
 */
export function createPartMapper(options: PartMapperOptions = {}): PartMapper {
  const { activity = true, raw = false } = options;
  const texts = createTextParts();
  const tools = createToolParts();
  const notices = createNoticeParts();
  const summary = createTurnSummary();
  let failure: TurnFailure | undefined;
  let isFinished = false;

  const finishWith = (reason: StopReason, parts: ModelPart[], end?: EndEvent): void => {
    if (isFinished) return;
    texts.closeAll(parts);
    tools.closeAll(parts);
    isFinished = true;
    parts.push(finishPart(reason, end));
  };
  const finishPart = (finishReason: StopReason, end?: EndEvent): FinishPart => {
    const metadata = summary.metadata(end);
    return {
      type: 'finish',
      usage: usageOf(summary.figures(end)),
      finishReason,
      ...(Object.keys(metadata).length > 0 && { providerMetadata: { dragoman: metadata } }),
    };
  };
  /** A failure is told once: agents tell it as an error, as the end of their turn, and we as ours. */
  const fail = (found: TurnFailure, parts: ModelPart[]): void => {
    const isTold = failure !== undefined;
    failure = found;
    if (isTold) summary.notice({ message: found.message, code: found.code });
    else parts.push({ type: 'error', error: found });
  };
  const request = (event: RequestEvent, parts: ModelPart[]): void => {
    texts.interrupt(undefined, parts);
    parts.push(requestPart(event));
  };
  const turn = ({ status, error }: TurnEvent, parts: ModelPart[]): void => {
    if (status === 'started') return;
    texts.closeAll(parts);
    if (status === 'failed' && error && error.message !== failure?.message) {
      fail(new TurnFailure(error.type ?? 'turn_failed', error.message), parts);
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
    tool_use(event, parts) {
      if (!activity) return;
      texts.interrupt(event.parent_tool_id, parts);
      tools.use(event, parts);
    },
    tool_output: (event, parts) => activity && tools.output(event, parts),
    tool_result: (event, parts) => activity && tools.result(event, parts),
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
    turn,
    error(event, parts) {
      if (!event.fatal) summary.notice(event);
      else if (event.message !== failure?.message) {
        fail(new TurnFailure(event.code ?? 'turn_failed', event.message), parts);
      }
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
      const found = failureOf(event);
      if (found !== undefined && failure === undefined) fail(found, parts);
      else failure = found;
      finishWith(stopReasonOf(event, summary.stopReason), parts, event);
    },
    stderr: ignore,
    raw: ignore,
    'relay.session': ignore,
  };

  return {
    push(event) {
      const parts: ModelPart[] = [];
      if (raw) parts.push({ type: 'raw', rawValue: event });
      // Readers let types pass that they don't know, whatever the compiler thinks of them.
      if (isEventType(event.type)) dispatch(handlers, event.type, event, parts);
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
      return failure;
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
