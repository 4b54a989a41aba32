/** protocol/internal: what Dragoman's own packages share. It may change with any version. */

export { errorCode, errorMessage, reasonOf } from './errors.js';
export { optionalUsageFigures } from './event/add-usage-figures.js';
export type { LooseEvent } from './event/dragoman-event.js';
export {
  eventTraits,
  isConversationEvent,
  isRequestEvent,
  type RequestEvent,
  traitsOf,
} from './event/event-traits.js';
export { formAction, formField } from './event/relay-events.js';
export { defaultMaxLineBytes, lineLeftOut } from './framing/line-framer.js';
export { hash128 } from './id/derive-id.js';
export { escapeControls } from './json/escape-controls.js';
export { jsonObject } from './json/json-object.js';
export { listOf } from './json/list-of.js';
export { writeLooseEvent } from './ndjson/encode-event.js';
export { nearestName } from './nearest-name.js';
export { callerServerName } from './parts/caller-calls.js';
export { type RequestedCall, readRequest } from './parts/caller-requests.js';
export { type ConversationParts, createConversationParts } from './parts/conversation-parts.js';
export { replacedBlocks } from './parts/text-parts.js';
export { type AgentToolResult, unknownTool } from './parts/tool-parts.js';
export type { JsonValue, PartMetadata, PartSink, TurnPart } from './parts/turn-part.js';
export { tagged, untagged } from './prompt/tagged.js';
export { redacted } from './redact/redactor.js';
export { createSecretFinder } from './redact/secret-finder.js';
export { isSecretName } from './redact/secret-names.js';
export { shellWord } from './shell-word.js';
export { type Shortage, shortageOf } from './shortage.js';
export { type ReadEvents, readStep, type StepEnd, type StepOptions } from './step/read-step.js';
export { isTextPiece } from './text/text-assembler.js';
