import { once } from 'node:events';
import { createServer } from 'node:http';

/** An HTTP proxy on loopback that forwards nothing and remembers who wanted to go where. */
export interface ProxyTrap {
  readonly url: string;
  /** What was asked for: `host:port` of a tunnel, or the URL of a plain request. */
  readonly attempts: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts a trap for traffic that was to leave the machine. Given to a CLI as its proxy, it shows
 * what the CLI tries to send home. More than `limit` attempts are not kept.
 */
export async function startProxyTrap(limit = 1000): Promise<ProxyTrap> {
  const attempts: string[] = [];
  const note = (target: string | undefined) => {
    if (attempts.length < limit) attempts.push(target ?? '');
  };
  const server = createServer((request, response) => {
    note(request.url);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    note(request.url);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    attempts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
