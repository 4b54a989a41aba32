import { DragomanError } from '@dragoman/protocol';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { RequestLog } from '../contract.js';
import { clientError, errorResponse } from '../errors/error-response.js';
import type { ServerEnv } from '../server-context.js';
import { describeRequest } from './describe-request.js';

function createApp() {
  const lines: Omit<RequestLog, 'time' | 'ms'>[] = [];
  const app = new Hono<ServerEnv>();
  app.use('*', async (context, next) => {
    await next();
    lines.push(describeRequest(context));
  });
  app.onError((error, { req }) => errorResponse(clientError(error), req.raw));
  app.use('/v1/*', async (context, next) => {
    context.set('client', { id: 'key_1' });
    await next();
  });
  app.post('/v1/turns', (context) => {
    context.set('turnId', 'turn_1');
    return context.text('said', 201);
  });
  app.get('/v1/turns/:id/artifacts/*', (context) => context.text('file'));
  app.get('/v1/turns/:id{[a-z0-9]+}', () => {
    throw new DragomanError('turn_unknown', 'There is no such turn.');
  });
  app.get('/broken', () => {
    throw new Error('the disk is on fire');
  });
  return { app, lines };
}

test('it says what became of a request, and nothing that the client wrote', async () => {
  const { app, lines } = createApp();
  const secret = 'drg_secret';
  await app.request('/v1/turns?token=drg_secret', {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, cookie: secret, 'user-agent': secret },
    body: JSON.stringify({ prompt: secret }),
  });
  await app.request('/v1/turns/secret', { headers: { referer: secret } });
  await app.request('/v1/turns/secret/artifacts/drg_secret.txt');
  await app.request(`/nowhere/${secret}`);
  await app.request('/v1/turns', { method: 'DRG_SECRET' });
  await app.request('/broken');
  expect(lines).toEqual([
    {
      method: 'POST',
      route: '/v1/turns',
      status: 201,
      key: 'key_1',
      turn: 'turn_1',
    },
    expect.objectContaining({
      route: '/v1/turns/{id}',
      status: 404,
      errorCode: 'turn_unknown',
    }),
    expect.objectContaining({ route: '/v1/turns/{id}/artifacts/{path}', status: 200 }),
    expect.objectContaining({ route: 'none', status: 404 }),
    expect.objectContaining({ method: 'other', status: 404 }),
    expect.objectContaining({
      route: '/broken',
      status: 500,
      errorCode: 'internal_error',
      error: 'the disk is on fire',
    }),
  ]);
  expect(JSON.stringify(lines).toLowerCase()).not.toContain(secret);
});
