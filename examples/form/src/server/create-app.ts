import { errorMessage } from '@dragoman/protocol/internal';
import type { DragomanServer } from '@dragoman/server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { fillRequest } from '../shared/fill-request.js';
import type { FormSetup } from '../shared/form-setup.js';
import { beginFill, openFill } from './begin-fill.js';
import { ownPageOnly } from './own-page-only.js';

export interface AppOptions {
  readonly server: DragomanServer;
  readonly setup: FormSetup;
  /** The folder with the built page. */
  readonly page: string;
}

const POLICY = {
  defaultSrc: ["'self'"],
  // The colour of a ribbon is said by a style, and the icon is in the page.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
};

/** The page, what begins a turn, and the relay: of all routes of Dragoman a page needs no other. */
export function createApp({ server, setup, page }: AppOptions): Hono {
  const app = new Hono();
  app.use(ownPageOnly);
  app.all('/v1/relay/*', (context) => server.fetch(context.req.raw));
  app.use(secureHeaders({ contentSecurityPolicy: POLICY, xFrameOptions: 'SAMEORIGIN' }));
  app.get('/api/setup', (context) => context.json(setup));
  app.post('/api/fill', async (context) => {
    const asked = fillRequest.safeParse(await context.req.json().catch(() => undefined));
    if (!asked.success) return context.json({ message: 'An agent and a letter are needed.' }, 400);
    return context.json(await beginFill(server, context.req.raw, asked.data));
  });
  app.post('/api/fill/:turnId', async (context) =>
    context.json(await openFill(server, context.req.raw, context.req.param('turnId'))),
  );
  app.onError((error, context) => {
    const status = error instanceof HTTPException ? error.status : 500;
    return context.json({ message: errorMessage(error) }, status);
  });
  app.use(serveStatic({ root: page }));
  return app;
}
