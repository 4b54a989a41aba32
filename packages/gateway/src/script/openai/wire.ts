import type { Wire } from '../wire.js';
import { failureText, responseEvents } from './events.js';
import { readResponsesRequest } from './request.js';
import { endOf, responseObject } from './response-object.js';

const model = (id: string) => ({ id, object: 'model', created: 0, owned_by: 'dragoman' });

/** OpenAI Responses. */
export const openaiWire: Wire = {
  dialect: 'openai',
  readRequest: (_url, body) => readResponsesRequest(body),
  events: responseEvents,
  failure: failureText,
  body: (reply) => responseObject(reply, endOf(reply)),
  // Codex looks for its own list of `models` beside the API's `data`.
  models: (id) =>
    id === undefined ? { object: 'list', data: [model('scripted')], models: [] } : model(id),
};
