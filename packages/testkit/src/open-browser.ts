import { type Browser, chromium, type Page } from 'playwright-core';
import { requireProgram } from './system-package.js';

/** A page, and what a browser noticed about it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors of its script, and what its policy refused. */
  readonly faults: readonly string[];
  /** The origins that it has asked for anything. */
  readonly origins: ReadonlySet<string>;
}

export interface TestBrowser {
  open(url: string): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** A busy machine may take its time. */
const PATIENCE_MS = 30_000;

export interface ChromiumOptions {
  /** Whether it goes back to a page as it was, as it does for people, and doesn't load it again. */
  readonly keepsPages?: boolean;
}

/**
 * The system's Chromium. Root has no sandbox in it; the pages are our own. Machines of tests have no graphics
 * processor: to imitate one takes longer than to draw without.
 */
export async function launchChromium({ keepsPages }: ChromiumOptions = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: await requireProgram('chromium', 'chromium'),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    ...(keepsPages && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}

export async function openBrowser(): Promise<TestBrowser> {
  const browser = await launchChromium();
  return {
    async open(url) {
      const context = await browser.newContext();
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const faults: string[] = [];
      const origins = new Set<string>();
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('dialog', (dialog) => faults.push(dialog.message()));
      page.on('console', (message) => {
        // That a server is gone, or wants a key, is part of the tests.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
          faults.push(message.text());
        }
      });
      page.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol !== 'data:') origins.add(origin);
      });
      await page.goto(url);
      return { page, faults, origins };
    },
    close: () => browser.close(),
  };
}
