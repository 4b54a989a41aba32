import { deleteSessionQuery, messagesQuery, sessionQuery } from '@dragoman/protocol/http';
import { type Context, Hono } from 'hono';
import { checked } from '../body/checked.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import { checkPageMark } from '../turns/page-mark.js';
import { listSessions, sessionResourceOf } from './list-sessions.js';
import { createSlots } from './load-slots.js';
import { ownSession } from './own-session.js';

type Call = Context<ServerEnv, '/sessions/:id'>;

/** A session that only its CLI reads, or that is one long document, is in memory while it is read. */
const LOADS = { most: 2, mostWaiting: 32 };

/** Sessions: listed, shown, read, removed. */
export function sessionRoutes(server: ServerContext): Hono<ServerEnv> {
  const { store } = server;
  const loading = createSlots(LOADS);
  const sessionOf = (call: Call) => ownSession(store, call.var.client, call.req.param('id'));

  return new Hono<ServerEnv>()
    .get('/sessions', async (call) => {
      const query = checked(call.req.query(), sessionQuery);
      checkPageMark(query.before);
      return call.json(await listSessions(server, call.var.client, query), 200, NOT_KEPT);
    })
    .get('/sessions/:id', async (call) =>
      call.json(sessionResourceOf(await sessionOf(call)), 200, NOT_KEPT),
    )
    .get('/sessions/:id/messages', async (call) => {
      const query = checked(call.req.query(), messagesQuery);
      const { turn, entry } = await sessionOf(call);
      const { signal } = call.req.raw;
      const page = await loading(
        () => store.sessions.messages(turn, entry.sessionId, query, { signal }),
        signal,
      );
      return new Response(JSON.stringify(page), {
        headers: { 'content-type': 'application/json', ...NOT_KEPT },
      });
    })
    .delete('/sessions/:id', async (call) => {
      const { with_forks: forks } = checked(call.req.query(), deleteSessionQuery);
      const { turn, entry } = await sessionOf(call);
      await store.sessions.remove(turn, entry.sessionId, { withForks: forks === 'true' });
      return call.body(null, 204);
    });
}

const NOT_KEPT = { 'cache-control': 'no-store' };
