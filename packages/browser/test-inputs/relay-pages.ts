import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type ServedTurns, type ServeTurnsOptions, serveTurns } from '@dragoman/testkit';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Browser, Page } from 'playwright-core';
import type { RelaySession } from '../src/index.js';
import { bundled } from './open-form.js';

/** Pages of one site and a server of turns at another, with a cable between them that can be cut. */
export interface RelayPages {
  readonly served: ServedTurns;
  readonly cable: Cable;
  /** A tab with a page of the site. */
  open(html: string): Promise<Page>;
  /** Begins a turn whose form tools, and those that are named, a page answers. */
  begin(agent: string, tools?: readonly string[]): Promise<{ id: string; relay: RelaySession }>;
  /** What the agent got for its calls, when the turn has ended. */
  resultsOf(turnId: string): Promise<readonly ToolResult[]>;
  close(): Promise<void>;
}

export interface ToolResult {
  readonly type: 'tool_result';
  readonly status: string;
  readonly output?: unknown;
  readonly error?: unknown;
}

export interface RelayPagesOptions extends Omit<ServeTurnsOptions, 'origins'> {
  /** The script of its pages. Default: the package, as `dragoman`. */
  readonly script?: string;
}

const FORM_TOOLS = [
  { name: 'getFormSnapshot', event: 'snapshot_request', input_schema: { type: 'object' } },
  { name: 'executeFormActions', event: 'execute_request', input_schema: { type: 'object' } },
];

export async function openRelayPages(options: RelayPagesOptions): Promise<RelayPages> {
  const { script = await bundled(), policy, ...rest } = options;
  const site = await serveSite(script);
  const served = await serveTurns({ ...rest, policy: { ...policy, origins: [site.origin] } });
  const cable = await layCable(Number(new URL(served.url).port));
  const browser: Browser = await launchChromium();
  const context = await browser.newContext();
  return {
    served,
    cable,
    async open(html) {
      const page = await context.newPage();
      await page.goto(`${site.origin}/?${new URLSearchParams({ html })}`);
      return page;
    },
    async begin(agent, tools = []) {
      const offered = tools.map((name) => ({ name, input_schema: { type: 'object' } }));
      const body = { agent, prompt: 'Fill in the form.', tools: [...FORM_TOOLS, ...offered] };
      const { turn_id: id } = (await served.ask('/v1/turns', body)) as { turn_id: string };
      // As the page's own server does, by the address that the page is to use.
      const opened = await fetch(`${cable.url}/v1/turns/${id}/relay`, { method: 'POST' });
      return { id, relay: (await opened.json()) as RelaySession };
    },
    async resultsOf(turnId) {
      const events = (await served.eventsOf(turnId)) as ToolResult[];
      return events.filter(({ type }) => type === 'tool_result');
    },
    async close() {
      await browser.close();
      cable.close();
      site.close();
      await served.close();
    },
  };
}

/** A site whose page is whatever it is asked for, with the script. */
async function serveSite(script: string): Promise<{ origin: string; close(): void }> {
  const http = createHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/script.js') {
      response.setHeader('content-type', 'text/javascript').end(script);
      return;
    }
    const html = searchParams.get('html') ?? '';
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><title>Form</title><link rel="icon" href="data:,"><body>${html}<script src="/script.js"></script></body></html>`,
      );
  });
  const port = await listening(http);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** What connects pages with the server. */
export interface Cable {
  readonly url: string;
  /** Ends all connections, and takes no others until it is mended. */
  cut(): void;
  /** Nothing goes through any more, and nobody notices: as where a laptop sleeps. */
  freeze(): void;
  mend(): void;
  close(): void;
}

async function layCable(serverPort: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = keep(connect(serverPort, '127.0.0.1'));
    keep(near).pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    return near;
  });
  const port = await listening(server);
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    freeze() {
      for (const socket of sockets) socket.unpipe();
    },
    mend() {
      isCut = false;
    },
    close() {
      cut();
      server.close();
    },
  };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
