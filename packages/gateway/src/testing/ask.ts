import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { Gateway } from '../contract.js';

export interface Ask {
  method?: string;
  path?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** Default: a new connection. */
  agent?: Agent;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** `false` when the connection broke before the answer's end. */
  complete: boolean;
}

/** Sends one request to a gateway the way a client does, and reads the whole answer. */
export function ask(
  gateway: Pick<Gateway<never>, 'url' | 'socketPath'>,
  options: Ask = {},
): Promise<Answer> {
  const {
    method = 'POST',
    path = '/v1/responses',
    headers = {},
    body,
    signal,
    agent = false,
  } = options;
  return new Promise((resolve, reject) => {
    const target =
      gateway.socketPath === undefined
        ? { host: '127.0.0.1', port: new URL(gateway.url ?? '').port }
        : { socketPath: gateway.socketPath };
    const sent = request({
      ...target,
      method,
      path,
      headers,
      agent,
      ...(signal === undefined ? {} : { signal }),
    });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      const finish = (complete: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
          complete,
        });
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => finish(response.complete));
      response.once('error', () => finish(false));
    });
    sent.end(body);
  });
}

/** The header by which an OpenAI client presents its key. */
export function bearer(token: string): OutgoingHttpHeaders {
  return { authorization: `Bearer ${token}` };
}
