import { clientName, headerNames } from '@dragoman/protocol/http';
import { type Context, Hono } from 'hono';
import { checked } from '../body/checked.js';
import { dataLine, sseDone, uiMessageHeaders } from '../delivery/server-sent-events.js';
import type { UiMapper, UiMapperOptions } from '../delivery/ui-mapper.js';
import { refusal } from '../errors/refusal.js';
import { firstResponse } from '../faces/answer-turn.js';
import { eventStreamResponse } from '../faces/event-stream-response.js';
import { type ResponseStart, readResponse } from '../faces/read-response.js';
import { respond } from '../faces/respond.js';
import type { Client } from '../keys/key-ring.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import type { StoredTurn } from '../store/turn-store.js';
import { idempotencyKeyOf } from '../turns/idempotency-key.js';
import { turnResourceOf } from '../turns/turn-resource.js';
import { chatRequest } from './chat-request.js';
import { readChat } from './read-chat.js';

/** What `useChat` of the AI SDK talks to. A chat is a conversation, a message of the agent is a turn. */
export function chatRoutes(server: ServerContext): Hono<ServerEnv> {
  const mapperFor = (options: UiMapperOptions): UiMapper => {
    const { uiMapper } = server.options;
    if (uiMapper !== undefined) return uiMapper(options);
    throw refusal(
      'not_acceptable',
      'This server makes no messages for pages: `uiMapper` is not set.',
    );
  };
  const stream = (start: ResponseStart, mapper: UiMapper): Response =>
    eventStreamResponse(
      async function* (signal) {
        for await (const chunk of readResponse(start, mapper, signal)) yield dataLine(chunk);
        yield sseDone;
      },
      {
        onLeave: server.delivery.join(start.turn),
        headers: {
          ...uiMessageHeaders,
          [headerNames.turnId]: start.turn.entry.id,
        },
      },
    );
  /** Chats whose turn is being begun: a page that is reloaded in that moment waits for it. */
  const beginning = new Map<string, Promise<ResponseStart>>();
  const begin = async (name: string, start: Promise<ResponseStart>): Promise<ResponseStart> => {
    beginning.set(name, start);
    try {
      return await start;
    } finally {
      if (beginning.get(name) === start) beginning.delete(name);
    }
  };
  /** The latest turn of the chat that the path names. */
  const latestTurn = async (context: Context<ServerEnv>): Promise<StoredTurn | undefined> => {
    const client = context.get('client');
    const name = checked(context.req.param('id'), clientName);
    // Whoever sends a request learns why it was refused.
    await beginning.get(chatName(client, name))?.catch(() => undefined);
    const conversation = await server.store.conversations.find(client.id, name);
    // A turn that is gone by retention is nothing to resume, which is no error.
    const turn = conversation && (await server.store.find(conversation.turnId));
    if (turn?.entry.client !== client.id) return undefined;
    context.set('turnId', turn.entry.id);
    return turn;
  };

  return new Hono<ServerEnv>()
    .post('/chat', async (context) => {
      const request = context.req.raw;
      const body = await server.body(request, chatRequest);
      const asked = readChat(body);
      // Without one nothing is begun.
      mapperFor({});
      const client = context.get('client');
      const start = await begin(
        chatName(client, body.id),
        respond(server, client, asked, { idempotencyKey: idempotencyKeyOf(request), asked: body }),
      );
      const turnId = start.turn.entry.id;
      context.set('turnId', turnId);
      return stream(start, mapperFor({ turnId }));
    })
    .get('/chat/:id/stream', async (context) => {
      const turn = await latestTurn(context);
      const status = await turn?.status();
      if (turn === undefined || status?.end !== undefined) return context.body(null, 204);
      // From its beginning: the page replaces what it has of the message.
      return stream(firstResponse(turn), mapperFor({ turnId: turn.entry.id, asOf: status }));
    })
    .post('/chat/:id/stop', async (context) => {
      const turn = await latestTurn(context);
      if (turn === undefined) throw refusal('not_found', 'There is no such chat, or not any more.');
      if ((await turn.status()).end === undefined) await turn.cancel('The user stopped it.');
      return context.json(await turnResourceOf(turn));
    });
}

/** A chat, whoever else has one of that name. */
function chatName({ id }: Client, chat: string): string {
  return JSON.stringify([id, chat]);
}
