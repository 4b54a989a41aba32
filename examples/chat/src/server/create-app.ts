import type { DragomanServer } from '@dragoman/server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Place } from '../shared/location.js';
import { ownPageOnly } from './own-page-only.js';

export interface AppOptions {
  /** Turns over HTTP: all that the chat itself needs. */
  readonly server: DragomanServer;
  readonly place: Place;
  /** The folder with the built page. */
  readonly page: string;
}

/** The page, where it is, and the server that it talks to. */
export function createApp({ server, place, page }: AppOptions): Hono {
  const app = new Hono();
  app.use(ownPageOnly);
  app.all('/v1/*', (context) => server.fetch(context.req.raw));
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] } }));
  app.get('/api/place', (context) => context.json(place));
  app.use(serveStatic({ root: page }));
  return app;
}
