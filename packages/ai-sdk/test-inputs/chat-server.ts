import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

export interface ChatServer {
  readonly url: string;
  /** How many requests it has had. */
  readonly requests: number;
  close(): Promise<void>;
}

/** A real server around a route handler. A client that leaves early aborts the request's signal. */
export async function startChatServer(
  handle: (request: Request) => Promise<Response>,
): Promise<ChatServer> {
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    requests += 1;
    const left = new AbortController();
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) left.abort();
    });
    const init = { method: 'POST', body: await text(incoming), signal: left.signal };
    const response = await handle(new Request('http://127.0.0.1/api/chat', init));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    const body = Readable.from(response.body ?? []);
    // A client that left early gets nothing.
    await pipeline(body, outgoing).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/chat`,
    get requests() {
      return requests;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
