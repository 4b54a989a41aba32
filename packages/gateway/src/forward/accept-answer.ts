import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBodyDecoder } from './decode-body.js';
import { Refusal } from './refusal.js';
import type { Upstream } from './upstream.js';

/** An answer that can be passed on, with what unpacks its body if it is packed. */
export interface AcceptedAnswer {
  readonly answer: IncomingMessage;
  readonly decoder: Transform | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Checks whether an upstream's answer can be passed on, before any of it is. */
export function acceptAnswer(answer: IncomingMessage, upstream: Upstream): AcceptedAnswer {
  if (REDIRECTS.has(answer.statusCode ?? 0)) {
    answer.destroy();
    throw new Refusal(
      {
        status: 502,
        code: 'upstream_redirect',
        message: `The upstream ${upstream.host} answered with a redirect (${answer.statusCode}), which the gateway does not follow; check the base URL.`,
      },
      'upstream_failed',
    );
  }
  const decoder = createBodyDecoder(answer.headers['content-encoding']);
  if (decoder === 'unknown') {
    answer.destroy();
    throw new Refusal(
      {
        status: 502,
        code: 'upstream_encoding',
        message: `The upstream ${upstream.host} packed its answer in a way the gateway cannot read.`,
      },
      'upstream_failed',
    );
  }
  return { answer, decoder };
}
