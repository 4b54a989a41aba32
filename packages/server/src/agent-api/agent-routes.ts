import { clientName, formToolNames, headerNames } from '@dragoman/protocol/http';
import { errorCode } from '@dragoman/protocol/internal';
import { Hono } from 'hono';
import { z } from 'zod';
import { artifactResponse } from '../artifacts/artifact-routes.js';
import { checked } from '../body/checked.js';
import { ndjson } from '../delivery/line-encodings.js';
import { clientError } from '../errors/error-response.js';
import { refusal } from '../errors/refusal.js';
import { eventStreamResponse } from '../faces/event-stream-response.js';
import { type ResponseStart, readResponse, type StepMapper } from '../faces/read-response.js';
import { eventsOf, eventsUntil } from '../faces/turn-events.js';
import { openRelay } from '../relay/open-relay.js';
import { relaySessionAt } from '../relay/relay-session.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import type { StoredTurn } from '../store/turn-store.js';
import { idempotencyKeyOf } from '../turns/idempotency-key.js';
import { beginRun } from './begin-run.js';
import { createRunLines, lineOf } from './run-lines.js';
import { runRequest } from './run-request.js';

/** The query of `GET /agent-api/files`. */
export const filesQuery = z.object({
  chat_id: clientName,
  path: z.string().min(1).max(4096).describe('The `path` of an `artifact` event.'),
  download: z.string().max(10).optional().describe('A file is to be saved in any case.'),
});

/** What the predecessor's clients ask for with their key, under its names. */
export function agentRoutes(server: ServerContext): Hono<ServerEnv> {
  const { options, store, delivery } = server;

  /** The session for the page that answers, to whoever asked for it: it is in no journal. */
  const relayLine = async (turn: StoredTurn, request: Request): Promise<string | undefined> => {
    const made = await openRelay(server, turn, formToolNames).catch((error: unknown) => {
      throw begunWithoutRelay(error, turn);
    });
    return made && lineOf(relaySessionAt(options, request, { made, path: '/agent-api/relay' }));
  };

  return new Hono<ServerEnv>()
    .post('/run', async (call) => {
      const request = call.req.raw;
      const run = await server.body(request, runRequest);
      const start = await beginRun(server, call.var.client, run, idempotencyKeyOf(request));
      const { turn } = start;
      call.set('turnId', turn.entry.id);
      const first = run.relay === true ? await relayLine(turn, request) : undefined;
      const read = run.relay === true ? readToEnd : readResponse;
      return eventStreamResponse(
        async function* (signal) {
          if (first !== undefined) yield first;
          yield* read(start, createRunLines(start), signal);
        },
        {
          kind: ndjson,
          onLeave: delivery.join(turn),
          headers: { [headerNames.turnId]: turn.entry.id },
        },
      );
    })
    .get('/files', async (call) => {
      const query = checked(call.req.query(), filesQuery);
      const path = query.path.replace(/^\.\//, '');
      const { id: client } = call.var.client;
      for await (const turn of store.list({ client, conversation: query.chat_id })) {
        const found = await artifactOf(turn, path);
        if (found === undefined) continue;
        call.set('turnId', turn.entry.id);
        return artifactResponse(path, found);
      }
      throw refusal('artifact_unknown', 'No turn of this chat has announced such a file.');
    })
    .post('/auth', (call) => call.json({ ok: true }));
}

/** The turn goes on: whoever sends the run again with its `Idempotency-Key` gets it. */
function begunWithoutRelay(error: unknown, { entry: { id } }: StoredTurn): Error {
  const { body, headers } = clientError(error);
  return refusal(body.errorCode, body.message, {
    headers: { ...headers, [headerNames.turnId]: id },
    turn_id: id,
    cause: error,
  });
}

/** On from where the last response ended, to the end of the turn: a page answers what it waits for. */
async function* readToEnd(
  { turn, after }: ResponseStart,
  mapper: StepMapper<string>,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  for await (const event of eventsUntil(turn, after, signal)) mapper.push(event);
  for await (const event of eventsOf(turn)({ after, signal })) yield* mapper.push(event);
}

async function artifactOf(turn: StoredTurn, path: string) {
  try {
    return await turn.artifact(path);
  } catch (error) {
    if (errorCode(error) === 'artifact_unknown') return undefined;
    throw error;
  }
}
