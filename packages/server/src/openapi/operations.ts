import {
  answerBody,
  cancelBody,
  inputBody,
  mediaTypes,
  receiptBody,
  startedTurn,
  startTurnBody,
  turnPage,
  turnQuery,
  turnResource,
} from '@dragoman/protocol/http';
import { z } from 'zod';
import { agentApiOperations } from './agent-api-operations.js';
import { chatOperations } from './chat-operations.js';
import { anyEvent } from './event-schema.js';
import { json, type Operation, type OperationResponse } from './operation.js';
import { relayOperations } from './relay-operations.js';
import { sessionOperations } from './session-operations.js';

const events: OperationResponse = {
  description: 'The events, as they come, to the `end`. The form is chosen by `Accept`.',
  content: {
    [mediaTypes.ndjson]: anyEvent,
    [mediaTypes.sse]: 'Server-sent events: `id` is the `seq`, `data` an event.',
    [mediaTypes.uiMessages]: "The AI SDK's stream of a UI message, as server-sent events.",
  },
  headers: { 'turn-id': 'The turn.' },
};

const cursor = z.object({
  after: z.coerce
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('The `seq` of the last event that the client has. Default: 0.'),
});

const probe = z.object({ ok: z.boolean() });

/** All that a client can ask for, in the order in which the documentation has it. */
export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/turns',
    id: 'startTurn',
    tag: 'turns',
    summary: 'Starts a turn',
    headers: {
      'Idempotency-Key': 'The same key again gives the same turn, never a second.',
      Prefer: '`respond-async`: answers at once, with 202.',
    },
    body: {
      schema: startTurnBody,
      example: { prompt: 'Fix the flaky test.', agent: 'codex', conversation: 'chat-1' },
    },
    responses: { 200: events, 202: json('The turn has begun.', startedTurn) },
    refusals: [404, 406, 409, 413, 415],
  },
  {
    method: 'get',
    path: '/v1/turns',
    id: 'listTurns',
    tag: 'turns',
    summary: 'Lists turns, the latest first',
    query: turnQuery,
    responses: { 200: json('A page of turns.', turnPage) },
  },
  {
    method: 'get',
    path: '/v1/turns/{id}',
    id: 'getTurn',
    tag: 'turns',
    summary: 'Says where a turn is',
    responses: { 200: json('The turn.', turnResource) },
    refusals: [404],
  },
  {
    method: 'get',
    path: '/v1/turns/{id}/events',
    id: 'readEvents',
    tag: 'turns',
    summary: 'Reads a turn from any cursor to its end',
    query: cursor,
    headers: {
      'Last-Event-ID':
        'The same as `after`, as a page that comes back sends it. It counts if there are both.',
    },
    responses: {
      200: events,
      204: { description: 'A reader of server-sent events has all there is.' },
    },
    refusals: [404, 406, 410, 416],
  },
  {
    method: 'post',
    path: '/v1/turns/{id}/answers',
    id: 'answerRequest',
    tag: 'turns',
    summary: 'Answers a request of the agent',
    body: { schema: answerBody, example: { requestId: 'req-1', output: { sky: 'blue' } } },
    responses: { 200: json('What became of the answer.', receiptBody) },
    refusals: [404, 413, 415],
  },
  {
    method: 'post',
    path: '/v1/turns/{id}/input',
    id: 'giveInput',
    tag: 'turns',
    summary: 'Gives an agent at work more input',
    body: { schema: inputBody, example: { text: 'Leave the docs alone.' } },
    responses: { 200: json('The turn.', turnResource) },
    refusals: [404, 409, 413, 415],
  },
  {
    method: 'post',
    path: '/v1/turns/{id}/cancel',
    id: 'cancelTurn',
    tag: 'turns',
    summary: 'Ends a turn',
    body: { schema: cancelBody, isOptional: true, example: { reason: 'Not needed any more.' } },
    responses: { 200: json('The turn, which has ended.', turnResource) },
    refusals: [404, 413, 415],
  },
  {
    method: 'get',
    path: '/v1/turns/{id}/artifacts/{path}',
    id: 'getArtifact',
    tag: 'turns',
    summary: 'Gives a file that a turn made',
    description: 'The path is that of an `artifact` event; its slashes stay slashes.',
    responses: {
      200: {
        description: 'The file, to be saved.',
        content: { 'application/octet-stream': 'The bytes, under the type that the event says.' },
      },
    },
    refusals: [404],
  },
  ...relayOperations,
  ...sessionOperations,
  ...chatOperations,
  ...agentApiOperations,
  {
    method: 'get',
    path: '/openapi.json',
    id: 'getDocument',
    tag: 'operations',
    summary: 'Gives this document',
    responses: { 200: json('An OpenAPI document.', z.looseObject({ openapi: z.string() })) },
  },
  {
    method: 'get',
    path: '/health',
    id: 'getHealth',
    tag: 'operations',
    summary: 'Says whether the server lives',
    responses: { 200: json('It does.', probe) },
    isPublic: true,
  },
  {
    method: 'get',
    path: '/ready',
    id: 'getReadiness',
    tag: 'operations',
    summary: 'Says whether turns can begin',
    responses: { 200: json('They can.', probe) },
    refusals: [503, 507],
    isPublic: true,
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'getMetrics',
    tag: 'operations',
    summary: 'Gives figures for Prometheus',
    responses: {
      200: { description: 'Figures.', content: { 'text/plain': "Prometheus' text format." } },
    },
  },
];
