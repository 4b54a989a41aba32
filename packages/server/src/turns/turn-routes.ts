import {
  type AnswerBody,
  answerBody,
  cancelBody,
  headerNames,
  inputBody,
  startTurnBody,
  turnQuery,
} from '@dragoman/protocol/http';
import type { ToolAnswer } from '@dragoman/runtime';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { checked } from '../body/checked.js';
import { refusal } from '../errors/refusal.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import type { StoredTurn } from '../store/turn-store.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import { checkPageMark } from './page-mark.js';
import { turnResourceOf } from './turn-resource.js';

type Call = Context<ServerEnv, '/turns/:id'>;

/** Turns: begun, listed, read, answered, canceled. */
export function turnRoutes(server: ServerContext): Hono<ServerEnv> {
  const { delivery, store } = server;

  /** The turn that the path names, for this client. */
  const turnOf = async (call: Call) => {
    const turn = await server.turn(call.var.client, call.req.param('id'));
    call.set('turnId', turn.entry.id);
    return turn;
  };

  return new Hono<ServerEnv>()
    .post('/turns', async (call) => {
      const request = call.req.raw;
      // Refused before anything begins.
      const form = prefersAsync(request) ? undefined : delivery.formOf(request);
      const idempotencyKey = idempotencyKeyOf(request);
      const body = await server.body(request, startTurnBody);
      const turn = await server.begin(call.var.client, body, { idempotencyKey });
      const { id } = turn.entry;
      call.set('turnId', id);
      if (form !== undefined) return delivery.deliver(turn, form, 0);
      return call.json({ turn_id: id }, 202, {
        location: `${server.options.basePath ?? ''}/v1/turns/${id}`,
        'preference-applied': 'respond-async',
        [headerNames.turnId]: id,
      });
    })
    .get('/turns', async (call) => {
      const { limit, ...query } = checked(call.req.query(), turnQuery);
      checkPageMark(query.before);
      const { id: client } = call.var.client;
      const page: StoredTurn[] = [];
      let next: string | undefined;
      for await (const turn of store.list({ ...query, client })) {
        if (page.length === limit) {
          next = page.at(-1)?.entry.id;
          break;
        }
        page.push(turn);
      }
      return call.json({ turns: await Promise.all(page.map(turnResourceOf)), next });
    })
    .get('/turns/:id', async (call) => call.json(await turnResourceOf(await turnOf(call))))
    .get('/turns/:id/events', async (call) => {
      const form = delivery.formOf(call.req.raw);
      const after = cursorOf(call);
      return delivery.deliver(await turnOf(call), form, after);
    })
    .post('/turns/:id/answers', async (call) => {
      const turn = await turnOf(call);
      const body = await server.body(call.req.raw, answerBody);
      return call.json({ receipt: await turn.answer(body.requestId, answerOf(body)) });
    })
    .post('/turns/:id/input', async (call) => {
      const turn = await turnOf(call);
      const { text } = await server.body(call.req.raw, inputBody);
      if ((await turn.status()).end !== undefined) throw over();
      await turn.input(text);
      return call.json(await turnResourceOf(turn));
    })
    .post('/turns/:id/cancel', async (call) => {
      const turn = await turnOf(call);
      const { reason } = await server.body(call.req.raw, cancelBody, {});
      if ((await turn.status()).end === undefined) await turn.cancel(reason);
      return call.json(await turnResourceOf(turn));
    });
}

const cursor = z
  .string()
  .regex(/^\d{1,16}$/, 'must be the number of an event')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be the number of an event');

const lastEventId = z.object({ 'Last-Event-ID': cursor });

/**
 * Where a reader goes on: what a page that comes back has, or what is asked for. An `EventSource` comes
 * back with the address that it began with, so that is the older of the two.
 */
function cursorOf(call: Call): number {
  const last = call.req.header(headerNames.lastEventId);
  if (last) return checked({ 'Last-Event-ID': last }, lastEventId)['Last-Event-ID'];
  return checked({ after: call.req.query('after') || '0' }, z.object({ after: cursor })).after;
}

function prefersAsync(request: Request): boolean {
  const preferences = (request.headers.get('prefer') ?? '').toLowerCase().split(/[,;]/);
  return preferences.some((preference) => preference.trim() === 'respond-async');
}

function answerOf({ requestId: _id, ...answer }: AnswerBody): ToolAnswer {
  return answer;
}

function over(): Error {
  return refusal('turn_over', 'The turn has ended: begin another in its conversation.');
}
