import type { DragomanServer } from '@dragoman/server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { ChatSetup } from '../shared/chat-setup.js';
import { ownPageOnly } from './own-page-only.js';

export interface AppOptions {
  /** Turns over HTTP: all that the chat itself needs. */
  readonly server: DragomanServer;
  readonly setup: ChatSetup;
  /** The folder with the built page. */
  readonly page: string;
}

/** The page, what it is set up with, and the server that it talks to. */
export function createApp({ server, setup, page }: AppOptions): Hono {
  const app = new Hono();
  app.use(ownPageOnly);
  app.all('/v1/*', (context) => server.fetch(context.req.raw));
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] } }));
  app.get('/api/setup', (context) => context.json(setup));
  app.use(serveStatic({ root: page }));
  return app;
}
