/**
 * protocol: the language every other package speaks. Events, messages and the framing of lines.
 *
 * Pure and browser-safe: no I/O, no Node APIs. What only Dragoman's own packages share is in
 * `@dragoman/protocol/internal`.
 */

export { canonical } from './canonical/canonical.js';
export type { CanonicalBlock, CanonicalResult } from './canonical/canonical-block.js';
export { DragomanError } from './errors.js';
export { addUsageFigures } from './event/add-usage-figures.js';
export { type ImageSource, imageSource } from './event/define-event.js';
export {
  type DragomanEvent,
  type EventByType,
  type EventType,
  eventSchemas,
  isEventType,
  isJournaled,
  type JournaledEvent,
} from './event/dragoman-event.js';
export {
  isRunEvent,
  isTaskEnd,
  type RunEvent,
  type RunEventType,
  type TaskEndEvent,
  type TurnEventType,
} from './event/event-traits.js';
export { type ParsedEvent, parseEvent } from './event/parse-event.js';
export type {
  ExecuteRequestEvent,
  FormAction,
  FormField,
  RelaySessionEvent,
  SnapshotRequestEvent,
  ToolAnswerEvent,
  ToolRequestEvent,
} from './event/relay-events.js';
export type {
  RunCompletedEvent,
  RunStartedEvent,
  StrategyCompletedEvent,
  StrategySelectedEvent,
} from './event/run-events.js';
export {
  type ArtifactEvent,
  type ChangesEvent,
  type EndEvent,
  type EndStatus,
  endStatus,
  type PingEvent,
  type RawEvent,
  type SandboxEvent,
  type SnapshotEvent,
  type StderrEvent,
  type WorkspaceChange,
  type WorkspaceRiskEvent,
} from './event/runtime-events.js';
export type {
  TaskArtifact,
  TaskCanceledEvent,
  TaskCompletedEvent,
  TaskFailedEvent,
  TaskScheduledEvent,
} from './event/task-events.js';
export type { MessageEvent, MessageRole, ReasoningEvent } from './event/text-events.js';
export type {
  FileChange,
  OutputBlock,
  ToolKind,
  ToolOutputEvent,
  ToolResultEvent,
  ToolUseEvent,
} from './event/tool-events.js';
export {
  type CompactionEvent,
  type ErrorEvent,
  type InitEvent,
  type PlanEvent,
  type PlanItem,
  planItem,
  type TurnEvent,
} from './event/turn-events.js';
export {
  type UsageEvent,
  type UsageFigures,
  usageFigures,
} from './event/usage-event.js';
export { createLineFramer, type Frame, type LineFramer } from './framing/line-framer.js';
export { deriveId } from './id/derive-id.js';
export { isJsonObject, type JsonObject, type ParsedJson, parseJson } from './json/parse-json.js';
export { writeJson } from './json/write-json.js';
export type {
  ImageBlock,
  NoticeBlock,
  NoticeKind,
  SlashCommandBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolResultStatus,
  ToolUseBlock,
  UnifiedContent,
  UnknownBlock,
} from './message/content-block.js';
export { parseMcpToolName } from './message/mcp-tool-name.js';
export {
  type CommonToolName,
  isToolUse,
  type ToolInput,
  toolInputs,
} from './message/tool-inputs.js';
export {
  type AgentName,
  type MessageUsage,
  type UnifiedMessage,
  unifiedMessage,
} from './message/unified-message.js';
export { encodeEvent } from './ndjson/encode-event.js';
export {
  createEventDecoder,
  type DecodeCounts,
  type DecodedLine,
  type EventDecoder,
  type RejectedLine,
  type RejectionReason,
} from './ndjson/event-decoder.js';
export { createEventRedactor, type EventRedactor } from './redact/event-redactor.js';
export { createRedactor, type Redactor } from './redact/redactor.js';
export type { SecretOptions } from './redact/secret-finder.js';
export { createReducer, type Reducer, type ReducerOptions, reduce } from './reduce/reducer.js';
export type {
  Transcript,
  TranscriptError,
  TranscriptOutcome,
  TranscriptSession,
} from './reduce/transcript.js';
export { createFinalMessage, type FinalMessage, finalMessage } from './text/final-message.js';
export {
  type AssembledText,
  createTextAssembler,
  type TextAssembler,
  type TextAssemblerOptions,
  type TextPiece,
} from './text/text-assembler.js';
