import type { IncomingHttpHeaders } from 'node:http';
import { DragomanError, isJsonObject, type ParsedJson, parseJson } from '@dragoman/protocol';
import type { Dialect, TokenCounts } from '../contract.js';
import { askedModels } from '../forward/policy/turn-policy.js';
import type { Exchange } from '../server/exchange.js';
import { readBody } from '../server/read-body.js';
import { sendError, sendJson } from '../server/send-json.js';
import { answerForSchema } from './answer-for-schema.js';
import { anthropicWire } from './anthropic/wire.js';
import { buildAside } from './build-reply.js';
import { deliver } from './deliver-reply.js';
import { geminiWire } from './gemini/wire.js';
import { openaiWire } from './openai/wire.js';
import { orAborted } from './or-aborted.js';
import { playStep } from './play-step.js';
import type { ModelRequest } from './reply.js';
import type { Aside, PlayedReply, ScriptTurn } from './script-turn.js';
import type { Wire } from './wire.js';

const REFUSALS: ReadonlySet<string> = new Set([
  'script_bad_request',
  'script_no_tool',
  'script_no_match',
  'script_at_end',
  // Of the turn's budget, as a provider is asked no more.
  'budget_exceeded',
  'price_unknown',
]);

const WIRES: Readonly<Record<Dialect, Wire>> = {
  openai: openaiWire,
  anthropic: anthropicWire,
  gemini: geminiWire,
};

/** What is asked that is no request for an answer, by method and path. */
const QUESTIONS: readonly [RegExp, (exchange: Exchange<ScriptTurn>, wire: Wire) => unknown][] = [
  [/^GET .*\/models$/, (_exchange, wire) => wire.models(undefined)],
  [/^GET .*\/models\/[^/]+$/, ({ url }, wire) => wire.models(url.pathname.split('/').at(-1))],
  [
    /^POST .*(\/count_tokens|:countTokens)$/,
    ({ turn }, wire) => wire.tokenCount?.(turn.position.next()?.step.usage.input ?? 0),
  ],
];

/** Answers one request of a turn as its script says. */
export async function answerRequest(exchange: Exchange<ScriptTurn>): Promise<void> {
  const { request, response, url, dialect, turn, signal } = exchange;
  const { method = '', headers } = request;
  const body = parseJson((await readBody(request)).toString());
  const path = url.pathname + url.search;
  const seen = turn.onRequest?.({ method, path, headers, body: body.ok ? body.value : undefined });
  await orAborted(Promise.resolve(seen), signal);
  const wire = WIRES[dialect.dialect];
  const question = QUESTIONS.find(([line]) => line.test(`${method} ${url.pathname}`));
  if (question !== undefined) {
    sendJson(response, 200, question[1](exchange, wire));
    return;
  }
  try {
    if (!dialect.generates(method, url.pathname)) throw noAnswer(`${method} ${url.pathname}`);
    await withinBudget(exchange, body, async (metered) => {
      const asked = wire.readRequest(url, readableJson(body, headers));
      const aside = asideOf(asked, url);
      if (aside !== undefined) await answerAside(metered, wire, { asked, kind: aside });
      else await playStep(metered, wire, asked);
    });
  } catch (error) {
    const refusal = error instanceof DragomanError ? error : undefined;
    if (refusal === undefined || !REFUSALS.has(refusal.code)) throw error;
    // 400 is the one status that agents show at once instead of trying again.
    sendError(exchange, { status: 400, message: refusal.message, code: refusal.code });
  }
}

/** Counts a request, unless the turn has used up what it may, and then what its reply reports. */
async function withinBudget(
  exchange: Exchange<ScriptTurn>,
  body: ParsedJson,
  play: (metered: Exchange<ScriptTurn>) => Promise<void>,
): Promise<void> {
  const { turn, usage, dialect, url, signal } = exchange;
  const asked = body.ok && isJsonObject(body.value) ? body.value : {};
  const models = askedModels(dialect.dialect, url.pathname, asked);
  // Nobody pays for a reply that comes beside another: none has to wait until it is known what that uses.
  const reservation = await turn.ledger.admit(
    usage,
    { models, inputTokens: 0, outputTokens: 0 },
    signal,
  );
  let used: TokenCounts | undefined;
  const onReply = (reply: PlayedReply): void => {
    used = reply.tokens;
    turn.onReply?.(reply);
  };
  try {
    await play({ ...exchange, turn: { ...turn, onReply } });
  } finally {
    reservation.release(used);
  }
}

function noAnswer(line: string): DragomanError {
  return new DragomanError('script_bad_request', `A scripted model has no answer to ${line}.`);
}

function readableJson(body: ParsedJson, headers: IncomingHttpHeaders): unknown {
  if (body.ok) return body.value;
  const encoding = headers['content-encoding'];
  const why = encoding === undefined ? body.error.message : `it is encoded as ${encoding}`;
  throw new DragomanError(
    'script_bad_request',
    `A scripted model reads JSON, and the body of this request is not JSON: ${why}.`,
  );
}

/**
 * Agents ask for titles, topics and summaries without offering a tool; Codex has an endpoint of
 * its own for summaries.
 */
function asideOf(asked: ModelRequest, url: URL): Aside | undefined {
  if (asked.isWarmUp === true) return 'warm-up';
  return asked.tools.length === 0 || url.pathname.endsWith('/compact') ? 'aside' : undefined;
}

async function answerAside(
  exchange: Exchange<ScriptTurn>,
  wire: Wire,
  { asked, kind }: { readonly asked: ModelRequest; readonly kind: Aside },
): Promise<void> {
  const { turn } = exchange;
  const { aside } = turn.script;
  const text =
    asked.answerSchema === undefined
      ? aside
      : JSON.stringify(answerForSchema(asked.answerSchema, aside));
  const reply = buildAside(turn, asked, text);
  await deliver({
    exchange,
    wire,
    reply,
    stream: asked.stream,
    onEnd: (end) => turn.onReply?.({ kind, tag: reply.tag, ...end }),
  });
}
