import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { type JsonObject, parseEvent } from '@dragoman/protocol';
import { readRequest } from '@dragoman/protocol/internal';
import {
  createPartMapper,
  type PartMapper,
  type PartMapperOptions,
} from '../mapping/part-mapper.js';
import { toV3Parts } from '../v3/to-v3-parts.js';

/** One parsed line of a stream, not checked yet. */
export type NdjsonEvent = { type?: string; [key: string]: unknown };

export interface MapResult {
  /** What to give to the AI SDK. */
  parts: LanguageModelV3StreamPart[];
  /** What to remember of the session. */
  sessionUpdate?: SessionUpdate;
  /** The request of the agent that the caller has to answer. */
  relayRequest?: JsonObject;
}

/**
 * Makes parts of one event of a stream. Types that the language doesn't know, and events that are not
 * what their type says, give none. A request of the agent finishes the step. After a finish there are
 * no parts; what later events say of the session is still given.
 *
 * @example
 * const context = createMapperContext();
 * for (const object of objects) {
 *   for (const part of mapNdjsonEvent(JSON.parse(object), context).parts) controller.enqueue(part);
 * }
 */
export function mapNdjsonEvent(event: NdjsonEvent, context: NdjsonMapperContext): MapResult {
  const mapper = mapperOf(context);
  const request = readRequest(event);
  const parts = [];
  if (request !== undefined) {
    const { requestId, toolName: tool_name, input } = request;
    parts.push(
      ...mapper.push({ type: 'tool_request', requestId, tool_name, input }),
      ...mapper.finish({ unified: 'tool-calls', raw: event.type }),
    );
  } else {
    const parsed = parseEvent(event);
    if (parsed.ok) parts.push(...mapper.push(parsed.event));
  }
  context.textBlockOpen = mapper.isTextOpen;
  context.lastAssistantContent = mapper.text;
  const sessionUpdate = readSessionUpdate(event);
  return {
    parts: toV3Parts(parts),
    ...(sessionUpdate && { sessionUpdate }),
    ...(request && { relayRequest: event }),
  };
}

/**
 * The stream has ended: closes what is open and finishes, unless that has been done. A stream in which
 * the agent failed finishes with `error`.
 */
export function finishStream(context: NdjsonMapperContext): LanguageModelV3StreamPart[] {
  const mapper = mapperOf(context);
  const { failure } = mapper;
  const parts = mapper.finish(
    failure === undefined
      ? { unified: 'stop', raw: undefined }
      : { unified: 'error', raw: failure.code },
  );
  context.textBlockOpen = false;
  return toV3Parts(parts);
}

/** What the mapping of a stream knows between two events. */
export interface NdjsonMapperContext {
  textBlockOpen: boolean;
  /** What the open text says so far. */
  lastAssistantContent: string;
}

export type MapperContextOptions = PartMapperOptions;

/** A context is plain data that its owner may look at; what only the mapping needs is kept here. */
const mappers = new WeakMap<NdjsonMapperContext, PartMapper>();

/**
 * The context of one stream.
 *
 * @param options `activity` shows the agent's own tools, plans and files; by default they stay internal.
 */
export function createMapperContext(options: MapperContextOptions = {}): NdjsonMapperContext {
  const context: NdjsonMapperContext = { textBlockOpen: false, lastAssistantContent: '' };
  mappers.set(context, createPartMapper({ activity: false, ...options }));
  return context;
}

/** The mapping behind a context. */
function mapperOf(context: NdjsonMapperContext): PartMapper {
  const known = mappers.get(context);
  if (known !== undefined) return known;
  const mapper = createPartMapper({ activity: false });
  mappers.set(context, mapper);
  return mapper;
}

/** What an event says about the session, for a program that stores sessions. */
export interface SessionUpdate {
  /** The agent's own id of its session. */
  agentSessionId?: string;
  sandboxId?: string;
  relaySessionId?: string;
  relayToken?: string;
  relayUrl?: string;
  /** The request that the session waits for. */
  pendingRequestId?: string;
}

/** Which field of which event is which field of the update. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, keyof SessionUpdate>>>> = {
  init: { session_id: 'agentSessionId' },
  sandbox: { sandbox_id: 'sandboxId' },
  'relay.session': { sessionId: 'relaySessionId', token: 'relayToken', relayUrl: 'relayUrl' },
  snapshot_request: { requestId: 'pendingRequestId' },
  execute_request: { requestId: 'pendingRequestId' },
  tool_request: { requestId: 'pendingRequestId' },
};

function readSessionUpdate(event: Record<string, unknown>): SessionUpdate | undefined {
  const { type } = event;
  if (typeof type !== 'string' || !Object.hasOwn(FIELDS, type)) return undefined;
  const update: SessionUpdate = {};
  for (const [field, name] of Object.entries(FIELDS[type] ?? {})) {
    const value = event[field];
    if (typeof value === 'string') update[name] = value;
  }
  return Object.keys(update).length > 0 ? update : undefined;
}
