/**
 * ai-sdk: a coding agent as a language model of the AI SDK. This door is specification V3, for AI
 * SDK 6; `@dragoman/ai-sdk/v4` is the same for AI SDK 7. Both are thin faces over one mapping.
 */
import { createDragoman } from './v3/create-dragoman.js';

export type { AnswerReceipt, CallerTool, ToolAnswer } from '@dragoman/runtime';
export type { DragomanOptions } from './call/dragoman-options.js';
export type { FinishPart, ModelPart, StopReason } from './mapping/model-part.js';
export {
  createPartMapper,
  type PartMapper,
  type PartMapperOptions,
} from './mapping/part-mapper.js';
export type { AgentToolResult } from './mapping/tool-result-value.js';
export { TurnFailure } from './mapping/turn-failure.js';
export type { ModelSettings } from './model/create-model.js';
export type { AgentSettings } from './model/embedded-turns.js';
export type { ModelTurn, TurnImage, TurnRequest, TurnSource } from './model/turn-source.js';
export { type ExtractedObjects, extractJsonObjects } from './ndjson/extract-json-objects.js';
export { finishStream } from './ndjson/finish-stream.js';
export {
  createJsonObjectDecoder,
  type JsonObjectDecoder,
  type JsonObjectDecoderOptions,
} from './ndjson/json-object-decoder.js';
export { type MapResult, mapNdjsonEvent, type NdjsonEvent } from './ndjson/map-ndjson-event.js';
export {
  createMapperContext,
  type MapperContextOptions,
  type NdjsonMapperContext,
} from './ndjson/mapper-context.js';
export type { SessionUpdate } from './ndjson/session-update.js';
export { createDragoman, type DragomanProvider } from './v3/create-dragoman.js';

/** Agents in the current folder, with the keys of the environment. */
export const dragoman = createDragoman();
