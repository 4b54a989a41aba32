import { randomBytes } from 'node:crypto';
import { clientName, formToolNames } from '@dragoman/protocol/http';
import { Hono } from 'hono';
import { z } from 'zod';
import { type Access, bearerOf } from '../access/create-access.js';
import { checked, faultOf } from '../body/checked.js';
import { readBody } from '../body/read-body.js';
import { sseContentType, streamHeaders } from '../delivery/server-sent-events.js';
import { refusal } from '../errors/refusal.js';
import { createRelayEntrance, type OpenSession } from '../relay/enter-relay.js';
import { joinRelay } from '../relay/join-relay.js';
import { invalidAnswer, mostAnswerBytes, takeAnswer } from '../relay/take-answer.js';
import type { ServerEnv } from '../server-context.js';
import type { ServerParts } from '../server-parts.js';
import type { RelayPage } from '../store/relay-store.js';

/** The query of `GET /agent-api/relay`. */
export const agentRelayQuery = z.object({
  sessionId: clientName,
  tools: z
    .string()
    .max(8000)
    .optional()
    .describe('The tools of the page, with commas between them. Default: those for forms.'),
});

const session = {
  sessionId: clientName,
  token: z.string().max(512).optional().describe('Without it, that of `Authorization: Bearer`.'),
};

/** The body of `POST /agent-api/relay`. */
export const agentRelayBody = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('relay.respond'),
    ...session,
    response: z
      .looseObject({ type: z.string(), requestId: clientName })
      .describe(
        'A `snapshot_response` (`fields`), `execute_response` (`report`), `tool_response` (`output`) or `error_response` (`message`).',
      ),
  }),
  z.object({ type: z.literal('relay.dispatch'), ...session }),
]);

/** Pages that come by these names have no names themselves: the server makes them up. */
const PREFIX = 'agent-api-';

/** What pages ask and answer under the predecessor's names, with a token in place of a key. */
export function agentRelayRoutes(parts: ServerParts, access: Access): Hono<ServerEnv> {
  const { context, bodies, tails } = parts;
  const mostBytes = mostAnswerBytes(context.options.policy);
  const enter = createRelayEntrance(parts, access);

  return new Hono<ServerEnv>()
    .get('/relay', async (call) => {
      if (call.req.query('token') !== undefined) throw tokenInAddress();
      const { sessionId, tools } = checked(call.req.query(), agentRelayQuery);
      const opened = await enter(call, { sessionId, token: bearerOf(call.req.raw) });
      const named = tools?.split(',') ?? formToolNames;
      const page = pageOf(randomBytes(12).toString('hex'), named);
      const stream = await joinRelay(opened, page, tails);
      return new Response(stream.pipeThrough(beginningWith(': connected\n\n')), {
        headers: { ...streamHeaders, 'content-type': sseContentType },
      });
    })
    .post('/relay', async (call) => {
      await access.checkSite(call.req.raw);
      // Whose it is stands in it: until then all such bodies share what one client may have.
      bodies.assign(call.req.raw, 'agent-api relay');
      const given = await readBody(call.req.raw, z.unknown(), { mostBytes, room: bodies });
      const { data: body, fault } = faultOf(given, agentRelayBody);
      if (fault !== undefined) throw invalidAnswer(fault);
      const { sessionId, token = bearerOf(call.req.raw) } = body;
      const opened = await enter(call, { sessionId, token });
      if (body.type === 'relay.dispatch') throw noDispatch();
      await respond(opened, body.response);
      return call.json({ ok: true });
    });
}

type PageResponse = Extract<z.infer<typeof agentRelayBody>, { type: 'relay.respond' }>['response'];

/** Gives the turn what a page says. Which page that is, only the token knows. */
function respond({ turn, relay, session }: OpenSession, response: PageResponse) {
  const { requestId } = response;
  const self = pageOf(session.sessionId.slice(-24), []);
  return takeAnswer(turn, {
    requestId,
    session,
    body: { ...response, instanceId: self.instance },
    async hasRequest(open) {
      const holder = await relay.claimant(requestId);
      if (holder !== undefined) return holder.startsWith(PREFIX);
      if (open === undefined) return 'unknown';
      // It is one that the page has from the events of the run.
      if (open.approval === 'requested') return false;
      await relay.join(self);
      return (await relay.claim(requestId, self.instance)) === self.instance;
    },
  });
}

function pageOf(id: string, tools: readonly string[]): RelayPage {
  const instance = `${PREFIX}${id}`;
  return { instance, tab: instance, connection: instance, tools };
}

function beginningWith(text: string): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  });
}

function tokenInAddress(): Error {
  return refusal(
    'unauthorized',
    'The token never belongs into an address, which ends up in logs: send `Authorization: Bearer <token>`, by `fetch`. An `EventSource` can’t.',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
}

function noDispatch(): Error {
  return refusal(
    'not_found',
    'There is no `relay.dispatch` here: requests are those of the agent, which come from its sandbox and need no address.',
  );
}
