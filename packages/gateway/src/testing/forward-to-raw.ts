import { createServer, type Socket } from 'node:net';
import {
  type ForwardGatewayOptions,
  startForwardGateway,
} from '../forward/start-forward-gateway.js';
import type { createClosing } from './closing.js';
import { REAL_KEY } from './forward-to.js';

/** A forward gateway in front of a server that speaks, byte by byte, whatever it is told to. */
export async function forwardToRaw(
  closing: ReturnType<typeof createClosing>,
  onRequest: (socket: Socket) => void,
  options: Partial<ForwardGatewayOptions> = {},
) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => onRequest(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing({
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const upstream = { baseUrl: `http://127.0.0.1:${port}`, key: REAL_KEY };
  return closing(await startForwardGateway({ upstreams: { openai: upstream }, ...options }));
}
