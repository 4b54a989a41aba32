import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { defineScript, startScriptGateway, type WrittenScript } from '@dragoman/gateway';

/** What came out of a gateway. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A provider that notes all that reaches it, and answers as a scripted model does. */
export interface RecordingUpstream {
  readonly url: string;
  readonly key: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

export async function startRecordingUpstream(script: WrittenScript): Promise<RecordingUpstream> {
  const model = await startScriptGateway();
  const pass = model.admit({ script: defineScript(script) });
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    try {
      const { method = 'GET', url = '/', headers } = incoming;
      const body = await buffer(incoming);
      seen.push({ method, url, headers, body: body.toString() });
      const { host: _host, 'content-length': _length, ...passed } = headers;
      const call = requestHttp(new URL(url, model.url), { method, headers: passed });
      call.on('error', () => outgoing.destroy());
      call.on('response', (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      call.end(body);
    } catch {
      // Who leaves in the middle of a request gets no answer.
      outgoing.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    key: pass.token,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await model.close();
    },
  };
}
