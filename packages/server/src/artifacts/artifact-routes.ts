import { basename } from 'node:path';
import type { OpenedArtifact } from '@dragoman/runtime';
import { Hono } from 'hono';
import type { ServerContext, ServerEnv } from '../server-context.js';

/** The files that turns have announced. */
export function artifactRoutes(server: ServerContext): Hono<ServerEnv> {
  return new Hono<ServerEnv>().get('/turns/:id/artifacts/:path{[\\s\\S]+}', async (call) => {
    const turn = await server.turn(call.var.client, call.req.param('id'));
    call.set('turnId', turn.entry.id);
    const path = call.req.param('path');
    return artifactResponse(path, await turn.artifact(path));
  });
}

/** A file that a turn made, to be saved. */
export function artifactResponse(
  path: string,
  { stream, size, mimeType }: OpenedArtifact,
): Response {
  return new Response(stream, {
    headers: {
      'content-type': mimeType,
      'content-length': String(size),
      'content-disposition': `attachment; filename*=UTF-8''${encoded(basename(path))}`,
      ...HARMLESS,
    },
  });
}

/** What an agent made is never a page of this server: it is saved, not shown, and nothing in it runs. */
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
};

/** As RFC 8187 has it, which leaves fewer characters alone than a path does. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
