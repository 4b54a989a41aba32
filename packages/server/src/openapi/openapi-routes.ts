import type { JsonObject } from '@dragoman/protocol';
import { Hono } from 'hono';
import { localClient } from '../keys/key-ring.js';
import type { ServerContext, ServerEnv } from '../server-context.js';
import { createDocument } from './openapi-document.js';

/** The document of all that the server can be asked for. */
export function openapiRoutes({ options }: ServerContext): Hono<ServerEnv> {
  const { basePath } = options;
  /** By whether a key is needed. Most servers are never asked. */
  const documents = new Map<boolean, JsonObject>();
  return new Hono<ServerEnv>().get('/openapi.json', (context) => {
    // A key may be needed from now on: who asks now has one, then.
    const hasKeys = context.var.client !== localClient;
    const document = documents.get(hasKeys) ?? createDocument({ basePath, hasKeys });
    documents.set(hasKeys, document);
    return context.json(document);
  });
}
