import type { JournaledEvent, JsonObject } from '@dragoman/protocol';
import { isRequestEvent, type RequestEvent } from '@dragoman/protocol/internal';
import type { FinishPart, ModelPart } from '../mapping/model-part.js';
import { createPartMapper } from '../mapping/part-mapper.js';
import { createTurnMetadata } from './turn-metadata.js';
import {
  answerChunk,
  answeredCallChunks,
  approvalChunks,
  type CallPart,
  chunksOf,
  errorChunk,
  isShown,
} from './ui-chunks.js';

/** Makes chunks of a UI message stream of the events of one turn. */
export interface UiMapper {
  /** The chunks of one event. */
  push(event: JournaledEvent): readonly JsonObject[];
  /**
   * The agent waits for answers of the page: ends the message that is open, so that the page answers.
   * The events after it belong to the next response.
   */
  pause(): readonly JsonObject[];
  /** Whether the last chunk of the message has been given. */
  readonly isFinished: boolean;
}

export interface UiMapperOptions {
  /**
   * The turn: it is the id of the message, the same in all its responses, and stands in the metadata of
   * calls that the page executes.
   */
  readonly turnId?: string | undefined;
  /**
   * How the turn stands when a reader comes back: a page doesn't execute again what was asked by then and
   * is not open any more. What is asked later is the page's to execute. Default: nothing was asked yet.
   */
  readonly asOf?: TurnStanding | undefined;
}

/** How far a turn is, and which of its requests wait for an answer. */
export interface TurnStanding {
  readonly lastSeq: number;
  readonly requests: readonly { readonly requestId: string }[];
}

/**
 * A turn as the stream of a message that `useChat` reads, over the same mapping as the model: what an
 * application gets from `streamText` it gets here, too. Pure: the same events give the same chunks.
 *
 * A turn that waits for the page takes several responses, one after each `pause`. Without a `pause` it
 * is one response of several steps, as a page that comes back wants it.
 *
 * @example
 * const mapper = createUiMapper({ turnId: turn.id });
 * for await (const event of turn.events()) for (const chunk of mapper.push(event)) send(chunk);
 */
export function createUiMapper({ turnId, asOf }: UiMapperOptions = {}): UiMapper {
  const openThen = new Set(asOf?.requests.map(({ requestId }) => requestId));
  const open = new Set<string>();
  /** The calls of the page in this response. What it has answered in an earlier one it knows. */
  const shownCalls = new Set<string>();
  /** Calls that nobody has approved yet. What becomes of one belongs to the step that has it. */
  const unapproved = new Map<string, CallPart>();
  /** Whether this response began with calls that were approved: it goes on in their step. */
  let isContinued = false;
  /** What the event that is being shown says of an approval. */
  let approval: RequestEvent['approval'];
  const metadata = createTurnMetadata();
  let chunks: JsonObject[] = [];
  let frame: 'none' | 'message' | 'step' = 'none';
  /** What the open step asks of the page. Once all is answered, what comes belongs to another step. */
  let asked: 'nothing' | 'something' | 'answered' = 'nothing';
  let isPaused = false;
  /** Whether the event that is being shown was there when the reader came. */
  let isPast = false;

  const mapper = createPartMapper({
    holdsFailure: true,
    open,
    ...(turnId !== undefined && { turnId }),
    onCallerResult(requestId, result) {
      if (shownCalls.delete(requestId)) chunks.push(answerChunk(requestId, result));
    },
  });

  const beginStep = (): void => {
    if (frame === 'message') chunks.push({ type: 'start-step' });
    frame = 'step';
    isContinued = false;
  };
  const begin = (): void => {
    if (frame === 'none') {
      chunks.push({ type: 'start', ...(turnId !== undefined && { messageId: turnId }) });
      frame = 'message';
    }
    if (unapproved.size === 0 && !isContinued) beginStep();
  };
  const approved = (id: string): void => {
    const call = unapproved.get(id);
    if (call === undefined) return;
    unapproved.delete(id);
    shownCalls.add(id);
    asked = 'something';
    isContinued = frame === 'message';
    if (!isPast || openThen.has(id)) chunks.push(...chunksOf(call));
  };
  const denied = (id: string): void => {
    if (!unapproved.delete(id)) return;
    shownCalls.delete(id);
    chunks.push({ type: 'tool-output-denied', toolCallId: id });
  };
  const beginNext = (): void => {
    if (asked !== 'answered') return;
    chunks.push({ type: 'finish-step' }, { type: 'start-step' });
    asked = 'nothing';
  };
  const finish = (part: FinishPart): void => {
    const { unified } = part.finishReason;
    const { status, reason } = part.providerMetadata?.dragoman ?? {};
    const messageMetadata = metadata.finish(part);
    if (frame === 'step') chunks.push({ type: 'finish-step' });
    if (status === 'canceled') chunks.push({ type: 'abort', ...(reason != null && { reason }) });
    const finishReason = unified === 'interrupted' ? 'other' : unified;
    chunks.push({ type: 'finish', finishReason, messageMetadata });
    frame = 'none';
    asked = 'nothing';
    isContinued = false;
    shownCalls.clear();
  };
  const pagesCall = (part: CallPart): readonly JsonObject[] => {
    shownCalls.add(part.toolCallId);
    asked = 'something';
    const isHeld = approval === 'requested';
    if (isHeld) unapproved.set(part.toolCallId, part);
    if (isPast && !openThen.has(part.toolCallId)) return answeredCallChunks(part);
    return isHeld ? approvalChunks(part) : chunksOf(part);
  };
  const show = (part: ModelPart): void => {
    if (part.type === 'finish') finish(part);
    else if (part.type === 'error') chunks.push(errorChunk(part.error));
    else if (part.type === 'response-metadata') {
      const messageMetadata = metadata.session(mapper);
      if (messageMetadata) chunks.push({ type: 'message-metadata', messageMetadata });
    } else if (isShown(part)) {
      beginStep();
      beginNext();
      const isPages = part.type === 'tool-call' && part.providerExecuted !== true;
      chunks.push(...(isPages ? pagesCall(part) : chunksOf(part)));
    }
  };
  const take = (): readonly JsonObject[] => {
    const taken = chunks;
    chunks = [];
    return taken;
  };

  return {
    push(event) {
      if (mapper.isFinished) return [];
      isPaused = false;
      isPast = event.seq <= (asOf?.lastSeq ?? 0);
      approval = isRequestEvent(event) ? event.approval : undefined;
      begin();
      for (const part of mapper.push(event)) show(part);
      if (isRequestEvent(event) && approval === 'granted') approved(event.requestId);
      if (event.type === 'tool_answer' && event.status === 'denied') denied(event.requestId);
      if (asked === 'something' && open.size === 0) asked = 'answered';
      return take();
    },
    pause() {
      if (mapper.isFinished || isPaused) return [];
      isPaused = true;
      begin();
      for (const part of mapper.pause()) show(part);
      return take();
    },
    get isFinished() {
      return mapper.isFinished || isPaused;
    },
  };
}
