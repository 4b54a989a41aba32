import { DragomanError } from '@dragoman/protocol';
import { errorMessage } from '@dragoman/protocol/internal';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import type { Place } from '../shared/location.js';
import { answerChat, type Desk } from './answer-chat.js';
import { ownPageOnly } from './own-page-only.js';

export interface AppOptions {
  readonly desk: Desk;
  readonly place: Place;
  /** The folder with the built page. */
  readonly page: string;
}

/** A conversation comes whole with every message, the output of its tools included. */
const LONGEST_BODY = 32 * 1024 * 1024;

/** Page and API. What goes wrong is answered in words, which `useChat` takes for the error. */
export function createApp({ desk, place, page }: AppOptions): Hono {
  const app = new Hono();
  app.use(ownPageOnly);
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'self'"] } }));
  app.get('/api/place', (context) => context.json(place));
  app.post(
    '/api/chat',
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) => context.text('The conversation is too long: begin a new one.', 413),
    }),
    (context) => answerChat(context.req.raw, desk),
  );
  app.post('/api/chat/:id/stop', (context) => {
    desk.chats.stop(context.req.param('id'));
    return context.body(null, 204);
  });
  app.use(serveStatic({ root: page }));
  app.onError((error, context) => {
    const isRefused = error instanceof DragomanError && error.code === 'bad_request';
    return context.text(errorMessage(error), isRefused ? 400 : 500);
  });
  return app;
}
