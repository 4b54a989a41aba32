import { agents } from '@dragoman/agents';
import { headerNames } from '@dragoman/protocol/http';
import { type Context, Hono } from 'hono';
import { checked } from '../body/checked.js';
import { refusal } from '../errors/refusal.js';
import { type EventStreamOptions, eventStreamResponse } from '../faces/event-stream-response.js';
import { readPastResponse } from '../faces/read-past-response.js';
import { type ResponseStart, readResponse, type StepMapper } from '../faces/read-response.js';
import { createTurnView, type ViewPart } from '../faces/turn-view.js';
import { allowedAgents } from '../policy/choose-agent.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import { idempotencyKeyOf } from '../turns/idempotency-key.js';
import { beginResponse, findResponseTurn } from './begin-response.js';
import { createJsonAnswer } from './json-answer.js';
import { type KeptRequest, keptRequest } from './kept-request.js';
import { createResponseEvents, type ResponseEvents } from './response-events.js';
import { readResponseId, responseId } from './response-id.js';
import type { ItemEvent } from './response-items.js';
import { responseQuery, responseRequest } from './response-request.js';

/** The OpenAI Responses API over agents. */
export function responsesRoutes(server: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  /** The parts of a response; only its answer as text, where that was to follow a schema. */
  const viewOf = ({ turn }: ResponseStart, request = keptRequest(turn)): StepMapper<ViewPart> => {
    const { id, agent } = turn.entry;
    const view = createTurnView(id);
    if (request?.text?.format?.type !== 'json_schema') return view;
    const used = allowedAgents(server.options.policy).find(({ listed }) => listed === agent);
    const answer = createJsonAnswer(used && agents[used.name].answerTool);
    return {
      push: (event) => view.push(event).flatMap(answer),
      pause: () => view.pause().flatMap(answer),
    };
  };
  /** The response of a path, where this client has it. */
  const startOf = async (context: Context<ServerEnv>): Promise<ResponseStart> => {
    const id = context.req.param('id') ?? '';
    const turn = await findResponseTurn(server, context.get('client'), id);
    context.set('turnId', turn.entry.id);
    const { lastSeq } = await turn.status();
    const after = readResponseId(id)?.after ?? 0;
    if (after > lastSeq) throw refusal('not_found', `There is no response ${JSON.stringify(id)}.`);
    return { turn, after, openRequests: [] };
  };
  const optionsOf = (start: ResponseStart): EventStreamOptions => ({
    onLeave: server.delivery.join(start.turn),
    headers: headersOf(start),
  });
  const now = async (start: ResponseStart, signal: AbortSignal): Promise<Response> => {
    const events = eventsFor(start);
    const { parts } = await readPastResponse(start, viewOf(start), signal);
    for (const part of parts) events.push(part);
    return Response.json(events.response, { headers: headersOf(start) });
  };

  routes.post('/responses', async (context) => {
    const request = context.req.raw;
    const body = await server.body(request, responseRequest);
    const start = await beginResponse(server, context.get('client'), body, {
      idempotencyKey: idempotencyKeyOf(request),
      asked: body,
    });
    context.set('turnId', start.turn.entry.id);
    const asked = { ...body, text: keptRequest(start.turn)?.text ?? body.text };
    const events = eventsFor(start, asked);
    if (body.stream === true) {
      const read = (signal: AbortSignal) => readResponse(start, viewOf(start, asked), signal);
      return streamed(events, read, optionsOf(start));
    }
    if (body.background !== true) {
      const leave = server.delivery.join(start.turn);
      const parts = readResponse(start, viewOf(start, asked), request.signal);
      try {
        for await (const part of parts) events.push(part);
      } finally {
        leave();
      }
    }
    return Response.json(events.response, { headers: headersOf(start) });
  });

  routes.get('/responses/:id', async (context) => {
    const { stream, starting_after: after } = checked(context.req.query(), responseQuery);
    const start = await startOf(context);
    if (stream !== 'true') return now(start, context.req.raw.signal);
    const reader = async function* (signal: AbortSignal) {
      const past = await readPastResponse(start, viewOf(start), signal);
      if (past.isOver) yield* past.parts;
      else yield* readResponse(start, viewOf(start), signal);
    };
    return streamed(eventsFor(start), reader, optionsOf(start), after);
  });

  routes.post('/responses/:id/cancel', async (context) => {
    const start = await startOf(context);
    await start.turn.cancel('The client canceled the response.');
    return now(start, context.req.raw.signal);
  });

  return routes;
}

function headersOf({ turn }: ResponseStart): Readonly<Record<string, string>> {
  return { [headerNames.turnId]: turn.entry.id };
}

function eventsFor(
  { turn, after }: ResponseStart,
  request: KeptRequest | undefined = keptRequest(turn),
): ResponseEvents {
  const { id, agent, createdAt } = turn.entry;
  return createResponseEvents({
    id: responseId({ turnId: id, after }),
    createdAt,
    agent,
    model: request?.model ?? agent,
    request,
  });
}

/** @param after the number of the last event that the client has. */
function streamed(
  events: ResponseEvents,
  read: (signal: AbortSignal) => AsyncIterable<ViewPart>,
  options: EventStreamOptions,
  after = -1,
): Response {
  const written = (list: readonly ItemEvent[]): string =>
    list
      .filter((event) => Number(event.sequence_number) > after)
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
  return eventStreamResponse(async function* (signal) {
    yield written(events.start());
    for await (const part of read(signal)) {
      const text = written(events.push(part));
      if (text !== '') yield text;
    }
  }, options);
}
