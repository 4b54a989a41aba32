import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { createJsonObjectDecoder } from './extract-json-objects.js';
import {
  createMapperContext,
  finishStream,
  type MapperContextOptions,
  mapNdjsonEvent,
  type SessionUpdate,
} from './map-ndjson-event.js';

export interface NdjsonStreamOptions extends MapperContextOptions {
  /** Takes what the events say of the session. */
  readonly onSessionUpdate?: (update: SessionUpdate) => void;
  /** Takes the request of the agent that the caller has to answer. */
  readonly onRequest?: (request: JsonObject) => void;
  /** Default: 64 Mi characters. A longer object is an error of the stream, `object_too_long`. */
  readonly maxLength?: number;
}

/**
 * Bytes or text of an NDJSON stream in, parts of a language model out, in chunks of any size. The
 * parts end with one `finish`: at a request of the agent, at its `end`, or when the stream ends. What
 * comes after that isn't read.
 *
 * @example
 * const parts = response.body.pipeThrough(mapNdjsonToStreamParts());
 */
export function mapNdjsonToStreamParts(
  options: NdjsonStreamOptions = {},
): TransformStream<Uint8Array | string, LanguageModelV3StreamPart> {
  const { onSessionUpdate, onRequest, maxLength, ...mapping } = options;
  const context = createMapperContext(mapping);
  const characters = new TextDecoder();
  const objects = createJsonObjectDecoder(maxLength === undefined ? {} : { maxLength });
  type Controller = TransformStreamDefaultController<LanguageModelV3StreamPart>;

  /** Passes on the parts of an object, and says whether the last of them was the finish. */
  const pass = (text: string, controller: Controller): boolean => {
    const parsed = parseJson(text);
    if (!parsed.ok || !isJsonObject(parsed.value)) return false;
    const { parts, sessionUpdate, relayRequest } = mapNdjsonEvent(parsed.value, context);
    if (sessionUpdate !== undefined) onSessionUpdate?.(sessionUpdate);
    if (relayRequest !== undefined) onRequest?.(relayRequest);
    for (const part of parts) controller.enqueue(part);
    return parts.at(-1)?.type === 'finish';
  };
  const passAll = (chunk: string, controller: Controller): boolean =>
    objects.push(chunk).some((text) => pass(text, controller));

  return new TransformStream({
    transform(chunk, controller) {
      const text = typeof chunk === 'string' ? chunk : characters.decode(chunk, { stream: true });
      if (passAll(text, controller)) controller.terminate();
    },
    flush(controller) {
      if (passAll(characters.decode(), controller)) return;
      for (const part of finishStream(context)) controller.enqueue(part);
    },
  });
}
