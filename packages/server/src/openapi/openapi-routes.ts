import type { JsonObject } from '@dragoman/protocol';
import { Hono } from 'hono';
import { needsKeys } from '../access/create-access.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import { createDocument } from './openapi-document.js';

/** The document of all that the server can be asked for. */
export function openapiRoutes({ options }: ServerContext): Hono<ServerEnv> {
  const { basePath } = options;
  let document: JsonObject | undefined;
  return new Hono<ServerEnv>().get('/openapi.json', (context) => {
    // Most servers are never asked.
    document ??= createDocument({ basePath, hasKeys: needsKeys(options) });
    return context.json(document);
  });
}
