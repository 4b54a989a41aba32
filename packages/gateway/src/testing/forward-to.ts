import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import {
  type ForwardGatewayOptions,
  startForwardGateway,
} from '../forward/start-forward-gateway.js';
import type { createClosing } from './closing.js';
import { type SeenRequest, startLocalUpstream } from './local-upstream.js';

/** The key that no client may ever see. */
export const REAL_KEY = 'sk-real-0123456789abcdefghijklmnopqrstuvwxyz';

/** A forward gateway in front of a local provider with given answers in all three dialects. */
export async function forwardTo(
  closing: ReturnType<typeof createClosing>,
  answer: (response: ServerResponse, seen: SeenRequest, request: IncomingMessage) => void,
  options: Partial<ForwardGatewayOptions> & { basePath?: string } = {},
) {
  const { basePath = '', ...gatewayOptions } = options;
  const upstream = closing(await startLocalUpstream(answer));
  const target = { baseUrl: upstream.url + basePath, key: REAL_KEY };
  const gateway = closing(
    await startForwardGateway({
      upstreams: { openai: target, anthropic: target, gemini: target },
      ...gatewayOptions,
    }),
  );
  return { upstream, gateway };
}

/** A forward gateway in front of a server that sends the given bytes. */
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

/** Sends bytes to a gateway as they are, and gives all that comes back until the connection closes. */
export function sendRaw(url: string | undefined, text: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(url ?? '').port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset instead of an answer is a refusal too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
