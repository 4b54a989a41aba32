import type { JsonObject, UsageFigures } from '@dragoman/protocol';
import {
  type AboutEvent,
  type FinishedPart,
  makePart,
  type PartMakers,
  type ViewPart,
} from '../faces/turn-view.js';

/** An event of AG-UI. */
export interface RunEvent extends JsonObject {
  readonly type: string;
}

export interface RunIds {
  readonly threadId: string;
  readonly runId: string;
  readonly turnId: string;
}

export interface RunEvents {
  /** The first event of the run. */
  start(): RunEvent;
  push(part: ViewPart): readonly RunEvent[];
}

/** The version of the protocol that these are the events of. */
const PROTOCOL_VERSION = '1.0';

/**
 * The events of one AG-UI run, made of the parts of a turn. Ids begin with the id of the turn, so that
 * they are unique in a thread. A run that stops at calls of the client's tools names them; the next run
 * goes on with the same turn.
 */
export function createRunEvents({ threadId, runId, turnId }: RunIds): RunEvents {
  const pending: string[] = [];
  const of = (id: string): string => `${turnId}-${id}`;

  const makers: PartMakers<readonly RunEvent[]> = {
    'text-start': ({ id, providerMetadata }) => [
      {
        type: 'TEXT_MESSAGE_START',
        messageId: of(id),
        role: 'assistant',
        ...metadata(providerMetadata),
      },
    ],
    'text-delta': ({ id, delta }) => [{ type: 'TEXT_MESSAGE_CONTENT', messageId: of(id), delta }],
    'text-end': ({ id }) => [{ type: 'TEXT_MESSAGE_END', messageId: of(id) }],
    'reasoning-start': ({ id, providerMetadata }) => [
      { type: 'REASONING_START', messageId: of(id) },
      {
        type: 'REASONING_MESSAGE_START',
        messageId: of(id),
        role: 'reasoning',
        ...metadata(providerMetadata),
      },
    ],
    'reasoning-delta': ({ id, delta }) => [
      { type: 'REASONING_MESSAGE_CONTENT', messageId: of(id), delta },
    ],
    'reasoning-end': ({ id }) => [
      { type: 'REASONING_MESSAGE_END', messageId: of(id) },
      { type: 'REASONING_END', messageId: of(id) },
    ],
    'tool-call'({ toolCallId, toolName, input, providerExecuted, providerMetadata }) {
      if (providerExecuted !== true) pending.push(toolCallId);
      return [
        {
          type: 'TOOL_CALL_START',
          toolCallId,
          toolCallName: toolName,
          ...metadata(providerMetadata),
        },
        { type: 'TOOL_CALL_ARGS', toolCallId, delta: input },
        { type: 'TOOL_CALL_END', toolCallId },
      ];
    },
    'tool-result': ({ toolCallId, result, isError, preliminary }) =>
      preliminary === true
        ? [custom('tool_output', { toolCallId, result })]
        : [
            {
              type: 'TOOL_CALL_RESULT',
              messageId: `${of(toolCallId)}-result`,
              toolCallId,
              content: typeof result === 'string' ? result : JSON.stringify(result),
              role: 'tool',
              ...(isError === true && { metadata: { dragoman: { isError } } }),
            },
          ],
    about: ({ event }) => [aboutEvent(event, turnId)],
    finished: (part) => [finishedEvent(part, { threadId, runId }, pending)],
  };

  return {
    start: () => ({ type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION }),
    push: (part) => makePart(makers, part.type, part),
  };
}

/** A plan is an activity that clients show; what else is known comes under its name. */
function aboutEvent(event: AboutEvent, turnId: string): RunEvent {
  const { type, seq: _seq, ts: _ts, ...value } = event;
  if (type !== 'plan') return custom(type, { turnId, ...value });
  const messageId = `${turnId}-plan`;
  return { type: 'ACTIVITY_SNAPSHOT', messageId, activityType: 'plan', content: value };
}

function finishedEvent(
  { status, usage, failure }: FinishedPart,
  run: Omit<RunIds, 'turnId'>,
  pending: readonly string[],
): RunEvent {
  const used = usage && { usage: [usageOf(usage)] };
  if (failure !== undefined) return { type: 'RUN_ERROR', ...failure, ...used };
  const outcome =
    status === 'canceled'
      ? { type: 'cancelled' }
      : { type: 'success', ...(pending.length > 0 && { pendingToolCallIds: [...pending] }) };
  return { type: 'RUN_FINISHED', ...run, outcome, ...used };
}

function usageOf(figures: UsageFigures): JsonObject {
  const { cached_input_tokens: cached, cache_write_input_tokens: written } = figures;
  const { reasoning_tokens: reasoning } = figures;
  return {
    inputTokens: figures.input_tokens,
    outputTokens: figures.output_tokens,
    totalTokens: figures.total_tokens,
    ...(cached !== undefined && { cachedInputTokens: cached }),
    ...(written !== undefined && { cacheWriteInputTokens: written }),
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
  };
}

function custom(name: string, value: JsonObject): RunEvent {
  return { type: 'CUSTOM', name: `dragoman.${name}`, value };
}

function metadata(known: JsonObject | undefined): { metadata?: JsonObject } {
  return known === undefined ? {} : { metadata: known };
}
