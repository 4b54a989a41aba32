import {
  openRelayBody,
  receiptBody,
  relayAnswerBody,
  relayAnswerHead,
  relayPageQuery,
} from '@dragoman/protocol/http';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type Access, bearerOf } from '../access/create-access.js';
import { checked } from '../body/checked.js';
import { readBody } from '../body/read-body.js';
import { sseContentType, streamHeaders } from '../delivery/server-sent-events.js';
import { refusal } from '../errors/refusal.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import type { ServerParts } from '../server-parts.js';
import { createRelayEntrance, type OpenSession } from './enter-relay.js';
import { joinRelay } from './join-relay.js';
import { openRelay } from './open-relay.js';
import { relaySessionAt } from './relay-session.js';
import { invalidAnswer, mostAnswerBytes, takeAnswer } from './take-answer.js';

/** Opens the relay of a turn, for a client with a key. */
export function openRelayRoutes(server: ServerContext): Hono<ServerEnv> {
  return new Hono<ServerEnv>().post('/turns/:id/relay', async (call) => {
    const turn = await server.turn(call.var.client, call.req.param('id'));
    call.set('turnId', turn.entry.id);
    const { tools } = await server.body(call.req.raw, openRelayBody, {});
    const made = await openRelay(server, turn, tools);
    if (made === undefined) throw turnOver();
    const path = `/v1/relay/${made.session.sessionId}`;
    const body = relaySessionAt(server.options, call.req.raw, { made, path });
    return call.json(body, 201, { 'cache-control': 'no-store' });
  });
}

/** What pages ask and answer, with a token in place of a key. */
export function relayRoutes(parts: ServerParts, access: Access): Hono<ServerEnv> {
  const { context, bodies, tails } = parts;
  const mostBytes = mostAnswerBytes(context.options.policy);
  const entrance = createRelayEntrance(parts, access);
  const enter = (call: Context<ServerEnv, '/relay/:sessionId'>): Promise<OpenSession> =>
    entrance(call, { sessionId: call.req.param('sessionId'), token: bearerOf(call.req.raw) });

  return new Hono<ServerEnv>()
    .get('/relay/:sessionId', async (call) => {
      const opened = await enter(call);
      const { tools = '', ...page } = checked(call.req.query(), relayPageQuery);
      return new Response(await joinRelay(opened, { ...page, tools: tools.split(',') }, tails), {
        headers: { ...streamHeaders, 'content-type': sseContentType },
      });
    })
    .post('/relay/:sessionId', async (call) => {
      const opened = await enter(call);
      const body = await readBody(call.req.raw, z.unknown(), { mostBytes, room: bodies });
      return call.json(receiptBody.parse({ receipt: await answer(opened, body) }));
    });
}

/** What a page says: an answer, or that it takes no more requests. */
async function answer({ turn, relay, session }: OpenSession, body: unknown): Promise<'taken'> {
  const said = relayAnswerBody.safeParse(body).data;
  if (said?.type === 'leave') {
    await relay.leave(said.instanceId, said.connectionId);
    return 'taken';
  }
  const head = relayAnswerHead.safeParse(body);
  if (!head.success) {
    throw invalidAnswer(
      'it needs a `type`, the `requestId` of the event and the `instanceId` of the page',
    );
  }
  const { requestId, instanceId } = head.data;
  return takeAnswer(turn, {
    requestId,
    session,
    body,
    async hasRequest(open) {
      const holder = await relay.claimant(requestId);
      return holder === undefined && open === undefined ? 'unknown' : holder === instanceId;
    },
  });
}

function turnOver(): Error {
  return refusal('turn_over', 'The turn has ended, so no page can answer it any more.');
}
