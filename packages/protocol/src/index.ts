/**
 * protocol: the language every other package speaks. Events, messages and the framing of lines.
 *
 * Pure and browser-safe: no I/O, no Node APIs.
 */

export { canonical } from './canonical/canonical.js';

export type { CanonicalBlock, CanonicalResult } from './canonical/canonical-block.js';
export { DragomanError } from './dragoman-error.js';
export { errorCode } from './error-code.js';
export { errorMessage } from './error-message.js';
export { addUsageFigures } from './event/add-usage-figures.js';
export { dragomanEvent } from './event/any-event.js';
export type { RawEvent, StderrEvent } from './event/diagnostic-events.js';
export {
  type DragomanEvent,
  type EventByType,
  type EventType,
  eventSchemas,
  isEventType,
  isJournaled,
  type JournaledEvent,
} from './event/dragoman-event.js';
export { type EndEvent, type EndStatus, endStatus } from './event/end-event.js';
export { type FormAction, type FormField, formAction, formField } from './event/form-schemas.js';
export { type ImageSource, imageSource } from './event/image-source.js';
export type { InitEvent } from './event/init-event.js';
export type { LooseEvent } from './event/loose-event.js';
export { type ParsedEvent, parseEvent } from './event/parse-event.js';
export { type PlanEvent, type PlanItem, planItem } from './event/plan-event.js';
export type {
  ExecuteRequestEvent,
  RelaySessionEvent,
  SnapshotRequestEvent,
  ToolRequestEvent,
} from './event/relay-events.js';
export type {
  ArtifactEvent,
  PingEvent,
  SandboxEvent,
  SnapshotEvent,
  WorkspaceRiskEvent,
} from './event/runtime-events.js';
export type { MessageEvent, MessageRole, ReasoningEvent } from './event/text-events.js';
export {
  type FileChange,
  type OutputBlock,
  type ToolKind,
  type ToolOutputEvent,
  type ToolResultEvent,
  type ToolUseEvent,
  toolKind,
} from './event/tool-events.js';
export type { CompactionEvent, ErrorEvent, TurnEvent } from './event/turn-events.js';
export {
  optionalUsageFigures,
  type UsageEvent,
  type UsageFigures,
  usageFigures,
} from './event/usage-event.js';
export {
  createLineFramer,
  defaultMaxLineBytes,
  type Frame,
  type LineFramer,
} from './framing/line-framer.js';
export { lineLeftOut } from './framing/line-left-out.js';
export { deriveId } from './id/derive-id.js';
export { hash128 } from './id/hash-128.js';
export { isJsonObject, type JsonObject, jsonObject } from './json/json-object.js';
export { type ParsedJson, parseJson } from './json/parse-json.js';
export { writeJson } from './json/write-json.js';
export {
  contentBlock,
  type ImageBlock,
  type NoticeBlock,
  type NoticeKind,
  type SlashCommandBlock,
  type TextBlock,
  type ThinkingBlock,
  type ToolResultBlock,
  type ToolResultStatus,
  type ToolUseBlock,
  type UnifiedContent,
  type UnknownBlock,
} from './message/content-block.js';
export {
  addUsage,
  type MessageUsage,
  messageUsage,
  promptTokens,
  toMessageUsage,
} from './message/message-usage.js';
export {
  type CommonToolName,
  isToolUse,
  parseMcpToolName,
  type ToolInput,
  toolInputs,
} from './message/tool-inputs.js';
export { type AgentName, type UnifiedMessage, unifiedMessage } from './message/unified-message.js';
export type { DecodedLine, RejectedLine, RejectionReason } from './ndjson/decoded-line.js';
export { encodeEvent, encodeLooseEvent } from './ndjson/encode-event.js';
export {
  createEventDecoder,
  type DecodeCounts,
  type EventDecoder,
} from './ndjson/event-decoder.js';
export { createEventRedactor, type EventRedactor } from './redact/event-redactor.js';
export { redacted } from './redact/redact-strings.js';
export { createRedactor, type Redactor } from './redact/redactor.js';
export {
  createSecretFinder,
  type SecretFinder,
  type SecretOptions,
  type SecretSpan,
} from './redact/secret-finder.js';
export { isSecretName } from './redact/secret-names.js';
export { createTextRedactor, type TextRedactor } from './redact/text-redactor.js';
export { reduce } from './reduce/reduce.js';
export { createReducer, type Reducer, type ReducerOptions } from './reduce/reducer.js';
export type {
  Transcript,
  TranscriptError,
  TranscriptOutcome,
  TranscriptSession,
} from './reduce/transcript.js';
