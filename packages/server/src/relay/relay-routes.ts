import {
  openRelayBody,
  receiptBody,
  relayAnswerBody,
  relayAnswerHead,
  relayPageQuery,
} from '@dragoman/protocol/http';
import { turnLimitsOf } from '@dragoman/runtime/internal';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type Access, bearerOf } from '../access/create-access.js';
import { checked } from '../body/checked.js';
import { readBody } from '../body/read-body.js';
import { sseContentType, streamHeaders } from '../delivery/server-sent-events.js';
import { refusal } from '../errors/refusal.js';
import { reporterOf } from '../errors/report-failure.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import type { ServerParts } from '../server-parts.js';
import type { RelaySession, RelayStore } from '../store/relay-store.js';
import type { StoredTurn } from '../store/turn-store.js';
import { readAnswer, wordsForAgent } from './page-answer.js';
import { createPageStream } from './page-stream.js';
import { isTokenOf, newRelaySession, relaySessionAt, turnOfSession } from './relay-session.js';

/** Opens the relay of a turn, for a client with a key. */
export function openRelayRoutes(server: ServerContext): Hono<ServerEnv> {
  const { options, store } = server;
  const { totalMs: longestMs } = turnLimitsOf(options.policy.limits?.turn);
  return new Hono<ServerEnv>().post('/turns/:id/relay', async (call) => {
    const turn = await server.turn(call.var.client, call.req.param('id'));
    const { id } = turn.entry;
    call.set('turnId', id);
    const relay = store.relay(id);
    const { tools } = await server.body(call.req.raw, openRelayBody, {});
    const made = newRelaySession(id, { longestMs, tools });
    if (await isOver(turn)) throw turnOver();
    await relay.open(made.session);
    // It may have ended in between, and closed its relay before this opened it.
    if (await isOver(turn)) {
      await relay.close();
      throw turnOver();
    }
    const body = relaySessionAt(options, call.req.raw, made);
    return call.json(body, 201, { 'cache-control': 'no-store' });
  });
}

/** More than any page has to say, and far less than what a page could send to fill the memory. */
const ANSWER_BYTES = 4 * 1024 * 1024;

interface OpenSession {
  readonly turn: StoredTurn;
  readonly relay: RelayStore;
  readonly session: RelaySession;
}

/** What pages ask and answer, with a token in place of a key. */
export function relayRoutes(
  { context, admission, bodies, tails }: ServerParts,
  access: Access,
): Hono<ServerEnv> {
  const { store, options } = context;
  const limit = options.policy.limits?.bodyBytes ?? ANSWER_BYTES;
  const mostBytes = Math.min(limit, ANSWER_BYTES);
  const onFailure = reporterOf('The stream of a page broke off; the page comes back');

  const enter = async (call: Context<ServerEnv, '/relay/:sessionId'>): Promise<OpenSession> => {
    const request = call.req.raw;
    await access.checkSite(request);
    const token = bearerOf(request);
    if (token === undefined) throw unauthorized();
    const sessionId = call.req.param('sessionId');
    const turnId = turnOfSession(sessionId);
    const relay = turnId === undefined ? undefined : store.relay(turnId);
    const session = await relay?.session(sessionId);
    if (turnId === undefined || relay === undefined || session === undefined) throw sessionOver();
    if (!isTokenOf(session, token)) throw unauthorized();
    call.set('turnId', turnId);
    // Whatever pages do, it takes nothing from the key of the client.
    const visitor = { id: `relay ${turnId}` };
    admission.request(visitor);
    bodies.assign(request, visitor.id);
    const turn = await store.find(turnId);
    if (turn === undefined || (await isOver(turn))) throw sessionOver();
    return { turn, relay, session };
  };

  return new Hono<ServerEnv>()
    .get('/relay/:sessionId', async (call) => {
      const { turn, relay, session } = await enter(call);
      const query = checked(call.req.query(), relayPageQuery);
      const { instance, tab, connection, tools: listed = '' } = query;
      const tools = listed
        .split(',')
        .filter((name) => session.tools?.includes(name) ?? name !== '');
      const { sessionId } = session;
      const joined = await relay.join({ instance, tab, connection, tools });
      if (joined === 'over') throw sessionOver();
      if (joined === 'replaced') throw replaced();
      const page = { instance, connection, tools };
      const stream = await createPageStream({ turn, relay, tails, sessionId, onFailure, ...page });
      return new Response(stream, {
        headers: { ...streamHeaders, 'content-type': sseContentType },
      });
    })
    .post('/relay/:sessionId', async (call) => {
      const { turn, relay } = await enter(call);
      const body = await readBody(call.req.raw, z.unknown(), { mostBytes, room: bodies });
      return call.json(receiptBody.parse({ receipt: await answer(turn, relay, body) }));
    });
}

/** Gives the turn what a page says. Rejects with the code that the page is to get. */
async function answer(turn: StoredTurn, relay: RelayStore, body: unknown): Promise<'taken'> {
  const said = relayAnswerBody.safeParse(body).data;
  if (said?.type === 'leave') {
    await relay.leave(said.instanceId, said.connectionId);
    return 'taken';
  }
  const head = relayAnswerHead.safeParse(body);
  if (!head.success) {
    throw invalid(
      'it needs a `type`, the `requestId` of the event and the `instanceId` of the page',
    );
  }
  const { requestId, instanceId } = head.data;
  // The turn of another node may be farther than is known here: only who has a request may answer it.
  const open = (await turn.status()).requests.find((request) => request.requestId === requestId);
  const holder = await relay.claimant(requestId);
  if (holder === undefined && open === undefined) throw unknownRequest();
  if (holder !== instanceId) throw notYours();
  const read = readAnswer(body, open && requestTypeOf(open.type));
  if (!read.ok) {
    await turn.answer(requestId, { error: wordsForAgent(read.fault) });
    throw invalid(read.fault);
  }
  const receipt = await turn.answer(requestId, read.answer);
  if (receipt === 'late') throw tooLate();
  if (receipt === 'unknown') throw unknownRequest();
  return receipt;
}

function requestTypeOf(type: string) {
  return type === 'snapshot_request' || type === 'execute_request' ? type : 'tool_request';
}

async function isOver(turn: StoredTurn): Promise<boolean> {
  return (await turn.status()).end !== undefined;
}

function turnOver(): Error {
  return refusal('turn_over', 'The turn has ended, so no page can answer it any more.');
}

function unauthorized(): Error {
  return refusal(
    'unauthorized',
    'Send the token of this session: `Authorization: Bearer <token>`. It is in the answer that gave the address.',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}

function sessionOver(): Error {
  return refusal('not_found', 'There is no such relay session, or its turn has ended.');
}

function replaced(): Error {
  return refusal(
    'no_browser',
    'Another load of this tab has taken its place: come back with another `instance` and `tab`.',
  );
}

function unknownRequest(): Error {
  return refusal('not_found', 'No page of the turn was given such a request.');
}

function notYours(): Error {
  return refusal(
    'no_browser',
    'This page does not have the request: it was given to another, or waits for an approval.',
  );
}

function tooLate(): Error {
  return refusal(
    'timeout',
    'Too late: the request was answered otherwise, or nobody waits for its answer any more.',
  );
}

function invalid(fault: string): Error {
  return refusal('invalid_response', `The answer can't be used: ${fault.replace(/\.$/, '')}.`);
}
