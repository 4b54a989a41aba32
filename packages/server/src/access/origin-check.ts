import { refusal } from '../errors/refusal.js';

/** What a page of another origin may send and read. */
const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, last-event-id, prefer';
const EXPOSED_HEADERS = 'turn-id, retry-after';
const METHODS = 'GET, POST, DELETE';
const REMEMBERED_SECONDS = 600;

/** The headers with which a browser lets the page of an allowed origin read the response. */
export function corsHeaders(
  request: Request,
  origins: readonly string[],
): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin');
  if (origins.length === 0) return {};
  // The answer to one origin is none for another, also in a cache.
  if (origin === null || !origins.includes(origin)) return { vary: 'origin' };
  const headers = {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  };
  if (!isPreflight(request)) return headers;
  return {
    ...headers,
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-allow-methods': METHODS,
    'access-control-max-age': String(REMEMBERED_SECONDS),
  };
}

/** Whether a browser only asks whether it may ask. */
export function isPreflight(request: Request): boolean {
  return request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
}

/**
 * Refuses what a page of another site sends: browsers send simple forms to anybody, and only keep the
 * response from the page. Programs have no origin.
 */
export function checkOrigin(request: Request, origins: readonly string[]): void {
  const origin = request.headers.get('origin');
  if (origin === null ? isSameSite(request) : isSameOrigin(request, origin)) return;
  if (origin !== null && origins.includes(origin)) return;
  throw refusal(
    'origin_refused',
    `Pages of ${origin === null ? 'other sites' : JSON.stringify(origin)} may not call this server. Its operator allows them with \`origins\`.`,
  );
}

/** Some requests of pages have no origin, such as those of images; browsers say then where they come from. */
function isSameSite(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === null || site === 'same-origin' || site === 'none') return true;
  // A link on another page may lead here: it can't read what it opens.
  return request.method === 'GET' && request.headers.get('sec-fetch-mode') === 'navigate';
}

function isSameOrigin(request: Request, origin: string): boolean {
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
