/**
 * ai-sdk: a coding agent as a language model of the AI SDK. This door is specification V3, for AI
 * SDK 6; `@dragoman/ai-sdk/v4` is the same for AI SDK 7. Both are thin faces over one mapping.
 */
import { createDragoman } from './v3/create-dragoman.js';

export type { AgentToolResult } from '@dragoman/protocol/internal';
export type { AnswerReceipt, CallerTool, ToolAnswer } from '@dragoman/runtime';
export type { DragomanOptions } from './call/call-options.js';
export { TurnFailure } from './mapping/turn-failure.js';
export type { ModelSettings } from './model/create-model.js';
export type { AgentSettings } from './model/embedded-turns.js';
export type { ModelTurn, TurnImage, TurnRequest, TurnSource } from './model/turn-source.js';
export {
  createJsonObjectDecoder,
  type ExtractedObjects,
  extractJsonObjects,
  type JsonObjectDecoder,
  type JsonObjectDecoderOptions,
} from './ndjson/extract-json-objects.js';
export {
  createMapperContext,
  finishStream,
  type MapperContextOptions,
  type MapResult,
  mapNdjsonEvent,
  type NdjsonEvent,
  type NdjsonMapperContext,
  type SessionUpdate,
} from './ndjson/map-ndjson-event.js';
export { mapNdjsonToStreamParts, type NdjsonStreamOptions } from './ndjson/map-ndjson-stream.js';
export { createDragoman, type DragomanProvider } from './v3/create-dragoman.js';

/** Agents in the current folder, with the keys of the environment. */
export const dragoman = createDragoman();
