import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readBody } from '../server/read-body.js';

/** What a provider saw of one request. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface LocalUpstream {
  readonly url: string;
  readonly seen: SeenRequest[];
  close(): Promise<void>;
}

/** The provider in tests: an HTTP server on loopback with the given answers. */
export async function startLocalUpstream(
  answer: (response: ServerResponse, seen: SeenRequest, request: IncomingMessage) => void,
): Promise<LocalUpstream> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const { method = '', url = '', headers } = request;
        const entry = { method, url, headers, body: body.toString() };
        seen.push(entry);
        answer(response, entry, request);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
