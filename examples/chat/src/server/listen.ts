import { DragomanError } from '@dragoman/protocol';
import { errorCode } from '@dragoman/protocol/internal';
import { type ServerType, serve } from '@hono/node-server';
import type { Hono } from 'hono';

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Serves an app on loopback, and nowhere else: an agent is not for the whole network to use. */
export function listen(app: Hono, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: LOOPBACK }, (address) => {
      resolve({ url: `http://${LOOPBACK}:${address.port}`, close: () => close(server) });
    });
    server.once('error', (cause) => reject(refusal(port, cause)));
  });
}

function refusal(port: number, cause: Error): Error {
  if (errorCode(cause) !== 'EADDRINUSE') return cause;
  const words = `Port ${port} is taken. Choose another with --port, or 0 for any that is free.`;
  return new DragomanError('port_taken', words, { cause });
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
