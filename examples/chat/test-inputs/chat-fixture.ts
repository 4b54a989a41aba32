import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireProgram, testCacheDirectory } from '@dragoman/testkit';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { type ChatServer, startChatServer } from '../src/server/start-chat-server.js';

/** The chat as a person has it: its page in a browser, its server, and real agents. */
export interface ChatFixture<Agent extends string> {
  server(agent: Agent): ChatServer;
  /** A new page, with an empty chat with that agent. */
  openPage(agent: Agent): Promise<Page>;
  remove(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** A busy machine may take its time. */
const PATIENCE_MS = 60_000;

export async function createChatFixture<Agent extends string>(
  ...agents: Agent[]
): Promise<ChatFixture<Agent>> {
  const executablePath = await requireProgram('chromium', 'chromium');
  const page = await mkdtemp(join(tmpdir(), 'dragoman-chat-page-'));
  await build({ root: ROOT, logLevel: 'error', build: { outDir: page, emptyOutDir: true } });
  const servers = new Map<Agent, ChatServer>();
  for (const agent of agents) servers.set(agent, await serve(agent, page));
  const server = (agent: Agent): ChatServer => {
    const found = servers.get(agent);
    if (found === undefined) throw new Error(`Nobody serves ${agent}.`);
    return found;
  };
  const browser = await launch(executablePath);
  return {
    server,
    async openPage(agent) {
      const opened = await browser.newPage();
      opened.setDefaultTimeout(PATIENCE_MS);
      await opened.goto(server(agent).url);
      return opened;
    },
    async remove() {
      await browser.close();
      await Promise.all([...servers.values()].map((one) => one.close()));
      await rm(page, { recursive: true, force: true });
    },
  };
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

/** Root has no sandbox in Chromium; the pages are our own. */
function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}
