import type { Wire } from '../wire.js';
import { failureText, messageEvents } from './events.js';
import { messageObject } from './message.js';
import { readMessagesRequest } from './request.js';

const model = (id: string) => ({
  type: 'model',
  id,
  display_name: id,
  created_at: '2025-01-01T00:00:00Z',
});

/** Anthropic Messages. */
export const anthropicWire: Wire = {
  dialect: 'anthropic',
  readRequest: (_url, body) => readMessagesRequest(body),
  events: messageEvents,
  failure: (_reply, error) => failureText(error),
  body: messageObject,
  tokenCount: (tokens) => ({ input_tokens: tokens }),
  models: (id) =>
    id === undefined
      ? { data: [model('scripted')], has_more: false, first_id: 'scripted', last_id: 'scripted' }
      : model(id),
};
