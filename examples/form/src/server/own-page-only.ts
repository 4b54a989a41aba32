import { isLoopback } from '@dragoman/server';
import type { MiddlewareHandler } from 'hono';

/**
 * Only this server's own page may talk to it. Any site that is open in the same browser can reach
 * loopback: by its own name that leads here (the host says so), or by a form (the origin says so).
 */
export const ownPageOnly: MiddlewareHandler = async (context, next) => {
  const { hostname, origin } = new URL(context.req.url);
  const from = context.req.header('origin');
  const isOwn = isLoopback(hostname) && (from === undefined || from === origin);
  if (!isOwn) return context.text('This server is for its own page on this machine only.', 403);
  await next();
  return undefined;
};
