import { Hono, type MiddlewareHandler } from 'hono';
import type { ServerEnv } from '../server-context.js';
import type { PageFile } from './page-file.js';

/** What a page of agents' words may do: run its own script, and ask its own server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * The files of the page. They hold no secret, so they need no key: a browser has none to send before
 * there is a page that asks for it.
 *
 * @param check refuses requests by another name, or of pages of other sites
 */
export function pageRoutes(
  files: readonly PageFile[],
  check: MiddlewareHandler<ServerEnv>,
): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  for (const { name, contentType, content } of files) {
    // The second path of the page is its first with a slash at the end: the names in it are beside it.
    routes.on('GET', name === '' ? ['/', '/:page{$}'] : [`/${name}`], check, (call) => {
      const { path } = call.req;
      if (name === '' && !path.endsWith('/')) {
        return call.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`, 308);
      }
      return call.body(content, 200, { ...HEADERS, 'content-type': contentType });
    });
  }
  return routes;
}
