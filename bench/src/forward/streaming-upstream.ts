import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A bare model server: answers at once with `events` server-sent events that carry the name found in
 * the request, then the usage. As little work as an upstream can do, so that the gateway's share shows.
 */
export async function startStreamingUpstream(
  events: number,
): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', async () => {
      const { metadata }: { metadata: { name: string } } = JSON.parse(body);
      const { name } = metadata;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let event = 0; event < events; event += 1) {
        response.write(sse({ type: 'response.output_text.delta', delta: `${name}#${event};` }));
        if (event % 10 === 9) await new Promise(setImmediate);
      }
      const usage = { input_tokens: 10, output_tokens: events, total_tokens: events + 10 };
      response.end(sse({ type: 'response.completed', response: { usage } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sse(payload: { type: string; [field: string]: unknown }): string {
  return `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`;
}
