import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Gateway, ListenOptions } from '../contract.js';
import { createAnswerMeter } from '../dialects/answer-meter.js';
import { checkOptions } from '../server/check-options.js';
import type { Exchange } from '../server/exchange.js';
import { readBody } from '../server/read-body.js';
import { sendError } from '../server/send-json.js';
import { serveGateway } from '../server/serve-gateway.js';
import { type Cassette, cassetteSchema, type RecordedExchange } from './cassette.js';
import { type CassettePlayer, createCassettePlayer } from './cassette-player.js';
import { moveWorkspace } from './move-workspace.js';
import { playBody, recordRequest } from './record-body.js';
import { shapeOfRequest } from './request-shape.js';
import { scrubRequest } from './scrub-exchange.js';
import type { FolderMentions } from './workspace-of.js';

export interface ReplayTurn {
  cassette: Cassette;
  /**
   * How the agent's requests show the folders of its run, so that a run in another folder is the same
   * run. Default: they are compared as they are.
   */
  mentions?: FolderMentions | undefined;
}

const turnSchema = z.strictObject({
  cassette: cassetteSchema,
  mentions: z
    .object({ workspace: z.array(z.instanceof(RegExp)), homeFolders: z.array(z.string()) })
    .optional(),
});

/** Status of a request the cassette does not know: agents show it at once and do not retry. */
const MISMATCH_STATUS = 400;

/**
 * Starts a gateway that answers from cassettes: no key, no network. Each admitted turn plays its
 * cassette from the beginning.
 *
 * @example
 * const gateway = await startReplayGateway();
 * const pass = gateway.admit({ cassette: await loadCassette('run.cassette.json') });
 */
export function startReplayGateway(
  options: { listen?: ListenOptions } = {},
): Promise<Gateway<ReplayTurn>> {
  return serveGateway({
    ...options,
    open(turn: ReplayTurn) {
      checkOptions(turnSchema, turn, 'The options of a replayed turn');
      return createCassettePlayer(turn.cassette, turn.mentions);
    },
    handle: replayExchange,
  });
}

async function replayExchange(exchange: Exchange<CassettePlayer>): Promise<void> {
  const { request, url, dialect, turn, usage } = exchange;
  const method = request.method ?? '';
  const asked = shapeOfRequest(
    {
      dialect: dialect.dialect,
      method,
      path: url.pathname + url.search,
      request: scrubRequest(recordRequest(await readBody(request))),
    },
    turn.mentions,
  );
  const answer = turn.take(asked);
  if ('mismatch' in answer) {
    const message = answer.mismatch;
    sendError(exchange, { status: MISMATCH_STATUS, message, code: 'cassette_mismatch' });
    return;
  }
  if (dialect.generates(method, url.pathname)) usage.requests += 1;
  const { exchange: recorded, recorded: shape } = answer;
  const body = moveWorkspace(recorded.answer.body, shape.workspace, asked.workspace);
  await play(exchange, { ...recorded.answer, body });
}

async function play(
  { response, dialect, usage }: Exchange<unknown>,
  answer: RecordedExchange['answer'],
): Promise<void> {
  const meter = createAnswerMeter(dialect, usage);
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
  for (const chunk of playBody(answer.body)) {
    meter.push(chunk);
    await written(response, chunk);
  }
  meter.flush();
  if (answer.end === 'complete') response.end();
  else response.destroy();
}

/** Resolves when the bytes have left this process, so nothing waits in memory and a cut loses none. */
function written(response: ServerResponse, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
