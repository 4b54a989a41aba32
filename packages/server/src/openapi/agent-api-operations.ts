import { mediaTypes } from '@dragoman/protocol/http';
import { z } from 'zod';
import { agentRelayBody, agentRelayQuery } from '../agent-api/agent-relay-routes.js';
import { filesQuery } from '../agent-api/agent-routes.js';
import { runRequest } from '../agent-api/run-request.js';
import { json, type Operation } from './operation.js';

const done = z.object({ ok: z.literal(true) });

/** What clients of the predecessor ask for, under its names. */
export const agentApiOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/agent-api/run',
    id: 'runChat',
    tag: 'agent-api',
    summary: 'Says something to the agent of a chat, or gives it results of tools',
    headers: { 'Idempotency-Key': 'The same key again gives the same turn, never a second.' },
    body: {
      schema: runRequest,
      example: {
        type: 'agent.run',
        chat_id: 'chat-1',
        agent_type: 'codex',
        message: 'Fill in the form.',
      },
    },
    responses: {
      200: {
        description:
          'The events. The last line is an `end` with an `outcome`: `paused` where the agent waits for results.',
        content: { [mediaTypes.ndjson]: 'An event a line.' },
        headers: { 'turn-id': 'The turn.' },
      },
    },
    refusals: [404, 409, 413, 415],
    errorForm: 'agentApi',
  },
  {
    method: 'get',
    path: '/agent-api/files',
    id: 'getFile',
    tag: 'agent-api',
    summary: 'Gives a file that a turn of a chat made',
    description: 'Whatever it is refused for with 400 or 404 has the code FILE_ERROR.',
    query: filesQuery,
    requiredQuery: ['chat_id', 'path'],
    responses: {
      200: {
        description: 'The file, to be saved.',
        content: { 'application/octet-stream': 'The bytes, under the type that the event says.' },
      },
    },
    refusals: [404],
    errorForm: 'agentApi',
  },
  {
    method: 'post',
    path: '/agent-api/auth',
    id: 'checkKey',
    tag: 'agent-api',
    summary: 'Says whether the key is known',
    responses: { 200: json('It is.', done) },
    errorForm: 'agentApi',
  },
  {
    method: 'get',
    path: '/agent-api/relay',
    id: 'readAgentRelay',
    tag: 'agent-api',
    summary: 'Gives a page the requests that it takes',
    description:
      'Server-sent events: the comment `connected`, `ready`, then each request. A response ends after a minute; the page comes back.',
    query: agentRelayQuery,
    requiredQuery: ['sessionId'],
    responses: {
      200: {
        description: 'The requests, as they come.',
        content: { [mediaTypes.sse]: 'Server-sent events: `data` is an event.' },
      },
    },
    refusals: [404, 409],
    usesToken: true,
    errorForm: 'agentApi',
  },
  {
    method: 'post',
    path: '/agent-api/relay',
    id: 'answerAgentRelay',
    tag: 'agent-api',
    summary: 'Answers a request of the agent',
    description: 'The token is in the body, or in `Authorization`. `relay.dispatch` is refused.',
    body: {
      schema: agentRelayBody,
      example: {
        type: 'relay.respond',
        sessionId: '01jw3v9x2k-5f0c2f7e8f0e4a379d1f0d2b7a3c9a11',
        token: 'drr_…',
        response: { type: 'error_response', requestId: 'req-1', message: 'The form is gone.' },
      },
    },
    responses: { 200: json('The agent gets it.', done) },
    refusals: [404, 408, 409, 413, 415, 422],
    usesToken: true,
    errorForm: 'agentApi',
  },
];
