import { connect } from 'node:net';
import { parseJson } from '@dragoman/protocol';
import type { Dialect, Gateway } from '../contract.js';
import { createSseParser } from '../sse/sse-parser.js';
import { ask } from './ask.js';

export interface ModelQuestion {
  dialect: Dialect;
  token: string;
  /** Names of functions to offer; one shell tool unless said otherwise. */
  tools?: readonly string[];
  stream?: boolean;
  /** How many messages the conversation has. */
  depth?: number;
  /** Put on top of the request's body. */
  extra?: Readonly<Record<string, unknown>>;
}

export interface ModelAnswer {
  status: number;
  complete: boolean;
  headers: Readonly<Record<string, unknown>>;
  /** The parsed body of an answer that is not a stream. */
  json: unknown;
  text: string;
  events: readonly { event?: string; data: unknown }[];
}

/** Asks a gateway as the smallest agent would: one conversation, a few tools. */
export async function askModel(
  gateway: Pick<Gateway<never>, 'url' | 'socketPath'>,
  question: ModelQuestion,
): Promise<ModelAnswer> {
  const answer = await ask(gateway, requestOf(question));
  const { status, complete, headers, body: text } = answer;
  return { status, complete, headers, text, json: jsonOf(text), events: readEvents(text) };
}

/** Asks, reads until some events have come, and goes away without a word. */
export async function askAndLeave(
  gateway: Pick<Gateway<never>, 'url'>,
  question: ModelQuestion,
  events: number,
): Promise<void> {
  const { path, ...rest } = requestOf(question);
  const leaving = new AbortController();
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    ...rest,
    signal: leaving.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (readEvents(text).length >= events) break;
  }
  leaving.abort();
}

/** Asks on a bare socket and gives what each read of it brought, as text. */
export async function readsOf(
  gateway: Pick<Gateway<never>, 'url'>,
  question: ModelQuestion,
): Promise<string[]> {
  const { path, headers, body } = requestOf(question);
  const { hostname, port } = new URL(gateway.url ?? '');
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const socket = connect(Number(port), hostname);
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const reads: string[] = [];
  for await (const read of socket.setEncoding('latin1')) reads.push(String(read));
  return reads;
}

function requestOf(question: ModelQuestion) {
  const { dialect, token, tools = ['Bash'], stream = true, depth = 1, extra } = question;
  const { path, body } = REQUESTS[dialect]({ tools, stream, depth });
  return {
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, ...extra }),
  };
}

export function readEvents(text: string): { event?: string; data: unknown }[] {
  const events: { event?: string; data: unknown }[] = [];
  const parser = createSseParser({
    onEvent: ({ data, ...rest }) => events.push({ ...rest, data: jsonOf(data) }),
  });
  parser.push(Buffer.from(text));
  parser.flush();
  return events;
}

/** `undefined` for what is no JSON, which JSON itself can never be. */
function jsonOf(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

interface Shape {
  tools: readonly string[];
  stream: boolean;
  depth: number;
}

const SCHEMA = { type: 'object', properties: {}, required: [] };

const REQUESTS: Readonly<
  Record<Dialect, (shape: Shape) => { path: string; body: Readonly<Record<string, unknown>> }>
> = {
  openai: ({ tools, stream, depth }) => ({
    path: '/v1/responses',
    body: {
      model: 'm',
      stream,
      input: Array.from({ length: depth }, () => ({ role: 'user', content: 'go' })),
      tools: tools.map((name) => ({ type: 'function', name, parameters: SCHEMA })),
    },
  }),
  anthropic: ({ tools, stream, depth }) => ({
    path: '/v1/messages?beta=true',
    body: {
      model: 'm',
      max_tokens: 100,
      stream,
      messages: Array.from({ length: depth }, () => ({ role: 'user', content: 'go' })),
      tools: tools.map((name) => ({ name, input_schema: SCHEMA })),
    },
  }),
  gemini: ({ tools, stream, depth }) => ({
    path: `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: {
      contents: Array.from({ length: depth }, () => ({ role: 'user', parts: [{ text: 'go' }] })),
      tools: [
        {
          functionDeclarations: tools.map((name) => ({ name, parametersJsonSchema: SCHEMA })),
        },
      ],
    },
  }),
};
