import {
  mediaTypes,
  openRelayBody,
  receiptBody,
  relayAnswerBody,
  relayPageQuery,
  relaySessionBody,
} from '@dragoman/protocol/http';
import { json, type Operation } from './operation.js';

/** How pages answer a turn: opened with a key, used with a token. */
export const relayOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/turns/{id}/relay',
    id: 'openRelay',
    tag: 'relay',
    summary: 'Lets a page answer the tools of a turn',
    body: { schema: openRelayBody, isOptional: true, example: { tools: ['getFormSnapshot'] } },
    responses: { 201: json('For the page, and for nobody else.', relaySessionBody) },
    refusals: [404, 409, 413, 415],
  },
  {
    method: 'get',
    path: '/v1/relay/{sessionId}',
    id: 'readRelay',
    tag: 'relay',
    summary: 'Gives a page the requests that it takes',
    description:
      'Server-sent events: `ready`, then each request as the turn has it, and `end` when there is nothing more. A response ends after a minute; the page comes back.',
    query: relayPageQuery,
    requiredQuery: ['instance', 'tab', 'connection'],
    responses: {
      200: {
        description: 'The requests, as they come.',
        content: { [mediaTypes.sse]: 'Server-sent events: `data` is an event.' },
      },
    },
    refusals: [404, 409],
    usesToken: true,
    errorForm: 'relay',
  },
  {
    method: 'post',
    path: '/v1/relay/{sessionId}',
    id: 'answerRelay',
    tag: 'relay',
    summary: 'Answers a request that the page has taken',
    body: {
      schema: relayAnswerBody,
      example: {
        type: 'tool_response',
        requestId: 'req-3',
        instanceId: 'page-instance-1',
        output: { added: true },
      },
    },
    responses: { 200: json('The agent gets it.', receiptBody) },
    refusals: [404, 408, 409, 413, 415, 422],
    usesToken: true,
    errorForm: 'relay',
  },
];
