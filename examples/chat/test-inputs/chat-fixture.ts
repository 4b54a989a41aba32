import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { type ChatServer, startChatServer } from '../src/server/start-chat-server.js';

/** The chat as a person has it: its page in a browser, its server, and real agents. */
export interface ChatFixture<Name extends string> {
  server(name: Name): ChatServer;
  /** A new page, with an empty chat of that server. */
  openPage(name: Name): Promise<Page>;
  remove(): Promise<void>;
}

/** An agent, and the major version of the AI SDK that its page is made with. */
export interface ChatKind {
  readonly agent: string;
  readonly sdk: 6 | 7;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A busy machine may take its time. */
const PATIENCE_MS = 60_000;

/** What the page imports is the SDK in version 6. The same code is built with 7, one copy of it. */
const ALIASES: Readonly<Record<ChatKind['sdk'], Record<string, string>>> = {
  6: {},
  7: { '@ai-sdk/react': '@ai-sdk/react-v7', ai: 'ai-v7' },
};

export async function createChatFixture<Name extends string>(
  kinds: Readonly<Record<Name, ChatKind>>,
): Promise<ChatFixture<Name>> {
  const pages = await mkdtemp(join(tmpdir(), 'dragoman-chat-pages-'));
  const servers = new Map<string, ChatServer>();
  for (const [name, { agent, sdk }] of Object.entries<ChatKind>(kinds)) {
    const page = join(pages, `${sdk}`);
    if (!existsSync(page)) await buildPage(page, ALIASES[sdk]);
    servers.set(name, await serve(agent, page));
  }
  const server = (name: Name): ChatServer => {
    const found = servers.get(name);
    if (found === undefined) throw new Error(`Nobody serves ${name}.`);
    return found;
  };
  const browser = await launchChromium();
  return {
    server,
    async openPage(name) {
      const opened = await browser.newPage();
      opened.setDefaultTimeout(PATIENCE_MS);
      await opened.goto(server(name).url);
      return opened;
    },
    async remove() {
      await browser.close();
      await Promise.all([...servers.values()].map((one) => one.close()));
      await rm(pages, { recursive: true, force: true });
    },
  };
}

async function buildPage(outDir: string, alias: Record<string, string>): Promise<void> {
  const options = { outDir, emptyOutDir: true };
  await build({ root: ROOT, logLevel: 'error', resolve: { alias }, build: options });
}

function serve(agent: string, page: string): Promise<ChatServer> {
  return startChatServer({
    agent,
    page,
    live: false,
    baseUrl: undefined,
    workspace: undefined,
    sandbox: 'process',
    port: 0,
    tempo: { delay: 0, pace: 0 },
  });
}
