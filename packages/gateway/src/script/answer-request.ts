import { DragomanError } from '@dragoman/protocol';
import type { Dialect } from '../contract.js';
import { parseJson } from '../json/parse-json.js';
import type { Exchange } from '../server/exchange.js';
import { readBody } from '../server/read-body.js';
import { sendError } from '../server/send-error.js';
import { sendJson } from '../server/send-json.js';
import { answerForSchema } from './answer-for-schema.js';
import { anthropicWire } from './anthropic/wire.js';
import { buildAside } from './build-reply.js';
import { deliver } from './deliver-reply.js';
import { geminiWire } from './gemini/wire.js';
import { openaiWire } from './openai/wire.js';
import { playStep } from './play-step.js';
import type { ModelRequest } from './reply.js';
import type { ScriptTurn } from './script-turn.js';
import type { Wire } from './wire.js';

const WIRES: Readonly<Record<Dialect, Wire>> = {
  openai: openaiWire,
  anthropic: anthropicWire,
  gemini: geminiWire,
};

/** What is asked, by how the path ends; everything else asks for an answer. */
const QUESTIONS: readonly [RegExp, (exchange: Exchange<ScriptTurn>, wire: Wire) => unknown][] = [
  [/\/models$/, (_exchange, wire) => wire.models(undefined)],
  [/\/models\/[^:/]+$/, ({ url }, wire) => wire.models(url.pathname.split('/').at(-1))],
  [
    /(\/count_tokens|:countTokens)$/,
    ({ turn }, wire) => wire.tokenCount(turn.position.next()?.step.usage.input ?? 0),
  ],
];

/** Answers one request of a turn as its script says. */
export async function answerRequest(exchange: Exchange<ScriptTurn>): Promise<void> {
  const { request, response, url, dialect, turn } = exchange;
  const body = parseJson((await readBody(request)).toString());
  turn.onRequest?.({
    method: request.method ?? '',
    path: url.pathname + url.search,
    headers: request.headers,
    body,
  });
  const wire = WIRES[dialect.dialect];
  const question = QUESTIONS.find(([path]) => path.test(url.pathname));
  if (question !== undefined) {
    sendJson(response, 200, question[1](exchange, wire));
    return;
  }
  exchange.usage.requests += 1;
  try {
    const asked = wire.readRequest(url, body);
    if (isAside(asked, url)) await answerAside(exchange, wire, asked);
    else await playStep(exchange, wire, asked);
  } catch (error) {
    const refusal = error instanceof DragomanError ? error : undefined;
    if (refusal === undefined || !REFUSALS.has(refusal.code)) throw error;
    // 400 is the one status that agents show at once instead of trying again.
    sendError(exchange, { status: 400, message: refusal.message, code: refusal.code });
  }
}

const REFUSALS: ReadonlySet<string> = new Set([
  'script_bad_request',
  'script_no_tool',
  'script_at_end',
]);

/**
 * Agents ask for titles, topics and summaries without offering a tool; Codex has an endpoint of
 * its own for summaries.
 */
function isAside(asked: ModelRequest, url: URL): boolean {
  return asked.tools.length === 0 || url.pathname.endsWith('/compact');
}

async function answerAside(
  exchange: Exchange<ScriptTurn>,
  wire: Wire,
  asked: ModelRequest,
): Promise<void> {
  const { turn } = exchange;
  const { aside } = turn.script;
  const text =
    asked.answerSchema === undefined
      ? aside
      : JSON.stringify(answerForSchema(asked.answerSchema, aside));
  await deliver({ exchange, wire, reply: buildAside(turn, asked, text), stream: asked.stream });
}
