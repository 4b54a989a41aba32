import { fileURLToPath } from 'node:url';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { FormAction, FormField, PageRules } from '../src/index.js';

/** A page with the package in it. */
export interface FormPage {
  readonly page: Page;
  snapshot(rules?: PageRules & { readonly root?: string }): Promise<readonly FormField[]>;
  /** Acts on what a snapshot shows, and keeps how to take it back. */
  execute(actions: readonly FormAction[], rules?: PageRules & Acting): Promise<Report>;
  undo(): Promise<void>;
}

interface Acting {
  readonly fields?: readonly FormField[];
  readonly agrees?: boolean;
  readonly highlight?: boolean;
}

interface Report {
  readonly applied: number;
  readonly skipped: number;
  readonly warnings: readonly string[];
}

/** A module as a page loads it, with what it imports. The package itself is `dragoman` there. */
export async function bundled(path = '../src/index.ts'): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL(path, import.meta.url)),
    resolve: { conditionNames: ['dragoman-source', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    platform: 'browser',
    // Directives mean nothing here.
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'iife', name: 'dragoman' });
  await build.close();
  return output[0].code;
}

export interface FormBrowser {
  open(html: string): Promise<FormPage>;
  close(): Promise<void>;
}

export async function openFormBrowser(): Promise<FormBrowser> {
  const [browser, script]: [Browser, string] = await Promise.all([launchChromium(), bundled()]);
  return {
    async open(html) {
      const page = await browser.newPage();
      await page.setContent(`<!doctype html><html lang="en"><body>${html}</body></html>`);
      await page.addScriptTag({ content: script });
      return formPage(page);
    },
    close: () => browser.close(),
  };
}

function formPage(page: Page): FormPage {
  let latest: readonly FormField[] = [];
  return {
    page,
    async snapshot({ root, ...rules } = {}) {
      latest = await page.evaluate(
        async ({ root, rules }) => {
          const from = root === undefined ? document : document.querySelector(root);
          return (await dragoman.snapshot(from, rules)).fields;
        },
        { root, rules },
      );
      return latest;
    },
    execute(actions, { fields = latest, agrees, ...rules } = {}) {
      return page.evaluate(
        async ({ actions, fields, rules, agrees }) => {
          const confirm = agrees === undefined ? {} : { confirm: () => agrees };
          const done = await dragoman.execute(actions, fields, document, { ...rules, ...confirm });
          Object.assign(window, { undoLatest: done.undo });
          return done.report;
        },
        { actions, fields, rules, agrees },
      );
    },
    undo: () =>
      page.evaluate(() => (window as unknown as { undoLatest(): Promise<void> }).undoLatest()),
  };
}

declare global {
  const dragoman: typeof import('../src/index.js');
}
