/**
 * protocol/http: what is said over HTTP between a server and whoever uses it, as schemas. The server
 * checks with them, its OpenAPI document is made of them, clients and pages read with them. Browser-safe.
 */

export {
  type AnswerBody,
  answerBody,
  answerReceipt,
  type ReceiptBody,
  receiptBody,
} from './answer-body.js';
export { clientName } from './client-text.js';
export { type CancelBody, cancelBody, type InputBody, inputBody } from './control-body.js';
export {
  type ErrorBody,
  errorBody,
  errorCodes,
  errorStatus,
  type ProblemBody,
  problemBody,
} from './error-body.js';
export {
  type FormTool,
  formOutputFault,
  formToolDefinitions,
  formToolNames,
  formToolOf,
  formTools,
} from './form-tools.js';
export { headerNames, mediaTypes } from './headers.js';
export {
  openRelayBody,
  type RelayAnswerBody,
  type RelaySessionBody,
  relayAnswerBody,
  relayAnswerHead,
  relayPageQuery,
  relaySessionBody,
} from './relay-body.js';
export {
  deleteSessionQuery,
  messagesQuery,
  type SessionPage,
  type SessionResource,
  sessionMessages,
  sessionPage,
  sessionQuery,
  sessionResource,
} from './session-resource.js';
export {
  MOST_TOOLS,
  type StartedTurn,
  type StartTurnBody,
  startedTurn,
  startTurnBody,
  type ToolDefinition,
  toolDefinition,
  turnLimits,
} from './start-turn-body.js';
export {
  type OpenRequest,
  openRequest,
  type TurnPage,
  type TurnResource,
  turnPage,
  turnQuery,
  turnResource,
  turnResourceState,
} from './turn-resource.js';
