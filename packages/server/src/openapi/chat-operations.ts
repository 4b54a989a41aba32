import { mediaTypes, turnResource } from '@dragoman/protocol/http';
import { z } from 'zod';
import { runInput } from '../ag-ui/run-input.js';
import { chatRequest } from '../chat/chat-request.js';
import { responseQuery, responseRequest } from '../responses/response-request.js';
import type { Operation, OperationResponse } from './operation.js';

const stream = (what: string): OperationResponse => ({
  description: `${what} It ends where the agent waits for the client, and with the turn.`,
  content: { [mediaTypes.sse]: `${what} As server-sent events.` },
  headers: { 'turn-id': 'The turn.' },
});

const uiMessage = stream("The AI SDK's stream of a UI message.");

/** A response, as far as a client must know it. */
export const responseBody = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.number(),
  status: z.enum(['in_progress', 'completed', 'failed', 'cancelled']),
  model: z.string(),
  output: z.array(z.looseObject({ id: z.string(), type: z.string() })),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});

const oneResponse: OperationResponse = {
  description: 'The response.',
  content: { 'application/json': responseBody },
};

const oneOrStream: OperationResponse = {
  description: 'The response, whole or as it comes.',
  content: {
    'application/json': responseBody,
    [mediaTypes.sse]: "The events of OpenAI's Responses API, as server-sent events.",
  },
};

/** What clients of other protocols ask for. */
export const chatOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/chat',
    id: 'sendChat',
    tag: 'chat',
    summary: "Takes what the AI SDK's `useChat` sends",
    body: {
      schema: chatRequest,
      example: {
        id: 'chat-1',
        messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello.' }] }],
        trigger: 'submit-message',
      },
    },
    responses: { 200: uiMessage },
    refusals: [404, 406, 409, 413, 415],
  },
  {
    method: 'get',
    path: '/v1/chat/{id}/stream',
    id: 'resumeChat',
    tag: 'chat',
    summary: 'Gives the message that is being written, from its beginning',
    responses: { 200: uiMessage, 204: { description: 'None is being written.' } },
    refusals: [406],
  },
  {
    method: 'post',
    path: '/v1/chat/{id}/stop',
    id: 'stopChat',
    tag: 'chat',
    summary: 'Ends the turn of a chat',
    responses: {
      200: {
        description: 'The turn, which has ended.',
        content: { 'application/json': turnResource },
      },
    },
    refusals: [404],
  },
  {
    method: 'post',
    path: '/v1/ag-ui',
    id: 'runAgent',
    tag: 'ag-ui',
    summary: 'Runs an agent as AG-UI has it',
    body: {
      schema: runInput,
      example: {
        threadId: 'thread-1',
        runId: 'run-1',
        messages: [{ id: 'm1', role: 'user', content: 'Hello.' }],
        tools: [],
        context: [],
      },
    },
    responses: { 200: stream('The events of AG-UI.') },
    refusals: [404, 409, 413, 415],
  },
  {
    method: 'post',
    path: '/v1/responses',
    id: 'createResponse',
    tag: 'responses',
    summary: 'Makes a response, as the OpenAI Responses API does',
    body: { schema: responseRequest, example: { model: 'codex', input: 'Hello.', stream: true } },
    responses: { 200: oneOrStream },
    refusals: [404, 409, 413, 415],
    errorForm: 'openai',
  },
  {
    method: 'get',
    path: '/v1/responses/{id}',
    id: 'getResponse',
    tag: 'responses',
    summary: 'Gives a response again, or as it is by now',
    query: responseQuery,
    responses: { 200: oneOrStream },
    refusals: [404],
    errorForm: 'openai',
  },
  {
    method: 'post',
    path: '/v1/responses/{id}/cancel',
    id: 'cancelResponse',
    tag: 'responses',
    summary: 'Ends the turn of a response',
    responses: { 200: oneResponse },
    refusals: [404],
    errorForm: 'openai',
  },
];
