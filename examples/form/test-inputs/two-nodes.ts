import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { type FormServer, startFormServer } from '../src/server/start-form-server.js';

/** Two nodes over one state folder or one Redis, and what stands before them: turns begin at one, pages are at the other. */
export interface TwoNodes {
  readonly url: string;
  /** What the nodes keep: over a Redis, each has a folder of its own in it. */
  readonly stateDirectory: string;
  /** Which routes each node was asked for. */
  readonly asked: { readonly turns: Set<string>; readonly pages: Set<string> };
  /** Breaks the connections of pages, and takes no others until it is mended. */
  cut(): void;
  mend(): void;
  remove(): Promise<void>;
}

export interface TwoNodesOptions {
  readonly agents: readonly string[];
  /** The Redis that they share. Default: they share their folder. */
  readonly redis?: string;
  /** Before each reply of the model. Default: none. */
  readonly delay?: number;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export async function startTwoNodes({
  agents,
  redis,
  delay = 0,
}: TwoNodesOptions): Promise<TwoNodes> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-form-test-'));
  const [page, stateDirectory] = [join(folder, 'page'), join(folder, 'state')];
  await build({ root: ROOT, logLevel: 'error', build: { outDir: page, emptyOutDir: true } });
  const start = (name: string): Promise<FormServer> =>
    startFormServer({
      ...{ agents, page, redis },
      stateDirectory: redis === undefined ? stateDirectory : join(stateDirectory, name),
      live: false,
      sandbox: 'process',
      port: 0,
      tempo: { delay },
    });
  const turns = await start('turns');
  const pages = await start('pages');
  const asked = { turns: new Set<string>(), pages: new Set<string>() };
  let isCut = false;
  const front = createServer((incoming, outgoing) => {
    const [route = ''] = /^\/(?:api\/fill(?:\/|$)|api|v1\/relay)?/.exec(incoming.url ?? '') ?? [];
    const isTurn = route === '/api/fill';
    if (isCut && route === '/v1/relay') {
      incoming.destroy();
      return;
    }
    asked[isTurn ? 'turns' : 'pages'].add(route);
    pass(incoming, outgoing, Number(new URL((isTurn ? turns : pages).url).port));
  });
  const port = await new Promise<number>((resolve) => {
    front.listen(0, '127.0.0.1', () => resolve((front.address() as AddressInfo).port));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stateDirectory,
    asked,
    cut() {
      isCut = true;
      front.closeAllConnections();
    },
    mend() {
      isCut = false;
    },
    async remove() {
      front.closeAllConnections();
      front.close();
      await Promise.all([turns.close(), pages.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As it comes, with the name by which it was asked. */
function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const inner = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  inner.on('error', () => outgoing.destroy());
  outgoing.on('close', () => inner.destroy());
  incoming.pipe(inner);
}
