import { headerNames } from '@dragoman/protocol/http';
import { Hono } from 'hono';
import { dataLine } from '../delivery/server-sent-events.js';
import { eventStreamResponse } from '../faces/event-stream-response.js';
import { readResponse } from '../faces/read-response.js';
import { respond } from '../faces/respond.js';
import { createTurnView } from '../faces/turn-view.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import { idempotencyKeyOf } from '../turns/idempotency-key.js';
import { readRun } from './read-run.js';
import { createRunEvents } from './run-events.js';
import { runInput } from './run-input.js';

/** AG-UI: a run of an agent, as its clients ask for it. */
export function agUiRoutes(server: ServerContext): Hono<ServerEnv> {
  return new Hono<ServerEnv>().post('/ag-ui', async (context) => {
    const request = context.req.raw;
    const input = await server.body(request, runInput);
    const start = await respond(server, context.get('client'), readRun(input), {
      idempotencyKey: idempotencyKeyOf(request),
      asked: input,
    });
    const turnId = start.turn.entry.id;
    context.set('turnId', turnId);
    const { threadId, runId } = input;
    const run = createRunEvents({ threadId, runId, turnId });
    return eventStreamResponse(
      async function* (signal) {
        yield dataLine(run.start());
        for await (const part of readResponse(start, createTurnView(turnId), signal)) {
          for (const event of run.push(part)) yield dataLine(event);
        }
      },
      { onLeave: server.delivery.join(start.turn), headers: { [headerNames.turnId]: turnId } },
    );
  });
}
