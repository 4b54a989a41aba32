import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Refusal } from './refusal.js';
import type { Upstream } from './upstream.js';

const DECODERS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** An answer that can be passed on. */
export interface AcceptedAnswer {
  readonly answer: IncomingMessage;
  /** Whether the upstream says that its body is packed; the client gets it unpacked. */
  readonly packed: boolean;
  /** What unpacks the body, if there is one and it is packed. */
  readonly decoder: Transform | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 305, 307, 308]);

/** Checks whether an upstream's answer can be passed on, before any of it is. */
export async function acceptAnswer(
  answer: IncomingMessage,
  upstream: Upstream,
): Promise<AcceptedAnswer> {
  const status = answer.statusCode ?? 0;
  if (status < 200) {
    throw unusable(answer, 'upstream_status', `${named(upstream)} gave the status ${status}.`);
  }
  if (isRedirect(status, answer.headers.location)) {
    const reason = `answered with a redirect (${status}), which the gateway does not follow; check the base URL.`;
    throw unusable(answer, 'upstream_redirect', `${named(upstream)} ${reason}`);
  }
  const decoder = createBodyDecoder(answer.headers['content-encoding']);
  if (decoder === 'unknown') {
    const reason = 'packed its answer in a way the gateway cannot read.';
    throw unusable(answer, 'upstream_encoding', `${named(upstream)} ${reason}`);
  }
  if (decoder === undefined || (await hasBody(answer))) {
    return { answer, packed: decoder !== undefined, decoder };
  }
  decoder.destroy();
  return { answer, packed: true, decoder: undefined };
}

function isRedirect(status: number, location: string | undefined): boolean {
  return REDIRECTS.has(status) || (status >= 300 && status < 400 && location !== undefined);
}

/**
 * Whether an answer has a body, as soon as that is known. No bytes at all are no packed nothing: a
 * decoder would take them for a body that was cut.
 */
function hasBody(answer: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    function settle(): void {
      answer.off('readable', settle);
      answer.off('close', settle);
      resolve(answer.readableLength > 0);
    }
    answer.on('readable', settle);
    answer.on('close', settle);
  });
}

function named(upstream: Upstream): string {
  return `The upstream ${upstream.host}`;
}

function unusable(answer: IncomingMessage, code: string, message: string): Refusal {
  answer.destroy();
  return new Refusal({ status: 502, code, message }, 'upstream_failed');
}

/**
 * The stream that unpacks a body that an upstream packed although it was asked not to. `undefined`
 * means there is nothing to unpack, `'unknown'` that this gateway cannot.
 */
function createBodyDecoder(encoding: string | undefined): Transform | undefined | 'unknown' {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  return DECODERS.get(name)?.() ?? 'unknown';
}
