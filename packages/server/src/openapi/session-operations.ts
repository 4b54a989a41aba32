import {
  deleteSessionQuery,
  messagesQuery,
  sessionMessages,
  sessionPage,
  sessionQuery,
  sessionResource,
} from '@dragoman/protocol/http';
import { json, type Operation } from './operation.js';

/** What clients ask of sessions. */
export const sessionOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/sessions',
    id: 'listSessions',
    tag: 'sessions',
    summary: 'Lists sessions, the latest first',
    query: sessionQuery,
    responses: { 200: json('A page of sessions.', sessionPage) },
  },
  {
    method: 'get',
    path: '/v1/sessions/{id}',
    id: 'getSession',
    tag: 'sessions',
    summary: 'Shows a session',
    responses: { 200: json('The session.', sessionResource) },
    refusals: [404],
  },
  {
    method: 'get',
    path: '/v1/sessions/{id}/messages',
    id: 'getMessages',
    tag: 'sessions',
    summary: 'Gives what was said in a session, as the agent saved it',
    query: messagesQuery,
    responses: { 200: json('Messages, the earliest first.', sessionMessages) },
    refusals: [404, 409],
  },
  {
    method: 'delete',
    path: '/v1/sessions/{id}',
    id: 'deleteSession',
    tag: 'sessions',
    summary: 'Removes a session with all that is its own',
    query: deleteSessionQuery,
    responses: { 204: { description: 'It is gone.' } },
    refusals: [404, 409],
  },
];
