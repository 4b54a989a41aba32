import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import {
  answerBody,
  cancelBody,
  errorBody,
  inputBody,
  openRelayBody,
  openRequest,
  problemBody,
  receiptBody,
  relayAnswerBody,
  relaySessionBody,
  sessionMessages,
  sessionPage,
  sessionResource,
  startedTurn,
  startTurnBody,
  toolDefinition,
  turnLimits,
  turnPage,
  turnResource,
} from '@dragoman/protocol/http';
import { z } from 'zod';
import { runInput, runMessage } from '../ag-ui/run-input.js';
import { chatRequest, uiMessage, uiPart } from '../chat/chat-request.js';
import { openaiErrorBody } from '../responses/openai-error.js';
import { inputItem, responseRequest } from '../responses/response-request.js';
import { responseBody } from './chat-operations.js';
import { anyEvent, namedEvents } from './event-schema.js';

/** What clients send, by the names that it has in the document. */
const SENT: Readonly<Record<string, z.ZodType>> = {
  StartTurn: startTurnBody,
  ToolDefinition: toolDefinition,
  TurnLimits: turnLimits,
  Answer: answerBody,
  Input: inputBody,
  Cancel: cancelBody,
  OpenRelay: openRelayBody,
  RelayAnswer: relayAnswerBody,
  ChatRequest: chatRequest,
  UiMessage: uiMessage,
  UiPart: uiPart,
  RunInput: runInput,
  RunMessage: runMessage,
  ResponseRequest: responseRequest,
  InputItem: inputItem,
};

/** What the server gives. */
const GIVEN: Readonly<Record<string, z.ZodType>> = {
  ...namedEvents,
  Event: anyEvent,
  StartedTurn: startedTurn,
  Turn: turnResource,
  OpenRequest: openRequest,
  TurnPage: turnPage,
  Receipt: receiptBody,
  RelaySession: relaySessionBody,
  Session: sessionResource,
  SessionPage: sessionPage,
  SessionMessages: sessionMessages,
  Response: responseBody,
  Error: errorBody,
  Problem: problemBody,
  OpenAiError: openaiErrorBody,
};

const PREFIX = '#/components/schemas/';

const NAMES = new Map(
  [...Object.entries(SENT), ...Object.entries(GIVEN)].map(([name, schema]) => [schema, name]),
);

/** The schemas of the document, by name: those that the server checks with. */
export function componentSchemas(): JsonObject {
  return { ...written(SENT, 'input'), ...written(GIVEN, 'output') };
}

/** A schema as an operation has it: by its name, or written out where it has none. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const name = NAMES.get(schema);
  if (name !== undefined) return { $ref: `${PREFIX}${name}` };
  return withoutIds(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
}

function written(schemas: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => `${PREFIX}${id}`,
  });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, schema]) => [name, withoutIds(schema)]),
  );
}

/** In a document the path of a schema is its id. */
function withoutIds(schema: unknown): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema;
  return rest;
}
