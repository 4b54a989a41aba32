/**
 * web: the page on which people watch turns. `src/page` runs in the browser and knows nothing but the
 * server's HTTP interface and `protocol`; the build makes three files of it, which this reads.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { PageFile } from '@dragoman/server';

const CONTENT_TYPES = {
  'view.html': 'text/html; charset=utf-8',
  'view.js': 'text/javascript; charset=utf-8',
  'view.css': 'text/css; charset=utf-8',
} as const;

/**
 * The files of the page, for a server.
 *
 * @example
 * const server = createServer({ policy, page: await loadPage() });
 */
export function loadPage(): Promise<readonly PageFile[]> {
  return Promise.all(
    Object.entries(CONTENT_TYPES).map(async ([file, contentType]) => ({
      name: file === 'view.html' ? '' : file,
      contentType,
      content: await readFile(new URL(file, folder()), 'utf8'),
    })),
  );
}

/** Beside this code, as it is built or bundled; tests run it from its source. */
function folder(): URL {
  const isBeside = existsSync(new URL('./view.html', import.meta.url));
  return new URL(isBeside ? '.' : '../dist/', import.meta.url);
}
