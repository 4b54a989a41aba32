import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { type JsonObject, parseEvent } from '@dragoman/protocol';
import { toV3Parts } from '../v3/to-v3-parts.js';
import { mapperOf, type NdjsonMapperContext } from './mapper-context.js';
import { readRequest } from './read-request.js';
import { readSessionUpdate, type SessionUpdate } from './session-update.js';

/** One parsed line of a stream, before anybody has looked at it. */
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
 * what their type says, give none. A request of the agent ends the step; when more of them follow,
 * they are told without a second finish.
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
    parts.push(
      ...mapper.push(request),
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
