import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '@dragoman/testkit/browser';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
  type RunningDragoman,
} from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 20_000, interval: 50 };
const repository = fileURLToPath(new URL('../../../../..', import.meta.url));

let fixture: DragomanFixture;
let running: RunningDragoman;
let app: ChildProcess;
let appUrl: string;
let browser: Browser;
let folder: string;
/** The blocks of the page, by the names of the files that they are, or by what they show. */
let blocks: ReadonlyMap<string, string>;

beforeAll(async () => {
  await prepareDragoman();
  execFileSync(join(repository, 'node_modules/.bin/tsc'), ['-b', 'packages/browser'], {
    cwd: repository,
  });
  fixture = await createDragomanFixture();
  folder = join(fixture.workspace, '..', 'shop');
  await mkdir(folder);
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  appUrl = `http://127.0.0.1:${await freePort()}`;
  const text = await readFile(join(repository, 'docs/server/pages.md'), 'utf8');
  blocks = blocksIn(text.replaceAll(/\b8000\b/g, new URL(appUrl).port));
  await writeBlock('fill.yaml', fixture.workspace);
  await writeBlock('server.yaml', fixture.workspace);
  const config = ['--script', 'fill.yaml', '--config', 'server.yaml', '--port', '0'];
  running = fixture.start(['serve', ...config]);
  await vi.waitFor(() => expect(running.stderr()).toMatch(/curl/), PATIENCE);
  const [, url = ''] = /listens on (\S+)/.exec(running.stderr()) ?? [];
  await writeBlock('page.html', folder);
  await writeBlock('app.mjs', folder, (code) => code.replace('http://127.0.0.1:7470', url));
  app = spawn(process.execPath, ['app.mjs'], { cwd: folder, stdio: 'inherit' });
  await vi.waitFor(async () => expect((await fetch(appUrl)).status).toBe(200), PATIENCE);
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  app?.kill();
  running?.child.kill('SIGTERM');
  await running?.ended;
  await fixture?.remove();
}, 30_000);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

/** A block is the file that was named last before it; a later one of that name is another example. */
function blocksIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { 1: kind = '', 2: block = '', index } of text.matchAll(/```(\w+)\n(.*?)```/gs)) {
    const before = text.slice(0, index);
    const [name = ''] = before.match(/(?<=`)[\w.]+\.(yaml|mjs|html)(?=`)/g)?.slice(-1) ?? [];
    const [, heading = ''] =
      before
        .match(/\n## .*(?=\n)/g)
        ?.slice(-1)[0]
        ?.split('## ') ?? [];
    const key = kind === 'jsx' ? heading : name;
    if (kind !== 'sh' && !found.has(key)) found.set(key, block);
  }
  return found;
}

async function writeBlock(
  name: string,
  into: string,
  edited: (text: string) => string = (text) => text,
): Promise<void> {
  await writeFile(join(into, name), edited(blocks.get(name) ?? ''));
}

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('the page works as it stands', async () => {
  const page = await browser.newPage();
  await page.goto(appUrl);
  await page.click('#fill');
  await says(page, 'over');
  expect(await page.inputValue('input')).toBe('Ada');
  expect(await page.inputValue('select')).toBe('Large');
  expect(await page.textContent('#cart')).toBe('lamp');
  await page.click('#undo');
  await expect.poll(() => page.inputValue('input'), PATIENCE).toBe('');
  await page.close();
}, 60_000);

/** A page of the app with a component of the documentation. */
async function openComponent(heading: string, name: string): Promise<Page> {
  await writeFile(join(folder, 'component.jsx'), blocks.get(heading) ?? '');
  const entry = `
    import { createRoot } from 'react-dom/client';
    import { createElement } from 'react';
    import { ${name} } from './component.jsx';
    createRoot(document.querySelector('main')).render(createElement(${name}));`;
  await writeFile(join(folder, 'entry.js'), entry);
  const build = await rolldown({
    input: join(folder, 'entry.js'),
    resolve: { conditionNames: ['dragoman-source', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  // What a route of the browser gives may not ask a server of this machine.
  const form =
    heading === 'React' ? '' : (blocks.get('page.html')?.match(/<form>.*<\/form>/s)?.[0] ?? '');
  await writeFile(join(folder, 'page.html'), `<!doctype html>${form}<main></main>`);
  const page = await browser.newPage();
  await page.goto(appUrl);
  await page.addScriptTag({ content: output[0].code });
  return page;
}

test('the component works as it stands', async () => {
  const page = await openComponent('React', 'OrderForm');
  await page.getByText('Fill it in for me').click();
  await says(page, 'over');
  expect(await page.inputValue('input')).toBe('Ada');
  expect(await page.inputValue('select')).toBe('Large');
  expect(await page.textContent('li')).toBe('lamp');
  await page.close();
}, 60_000);

test('the chat works as it stands', async () => {
  const page = await openComponent('In a chat', 'Chat');
  const [, url = ''] = /listens on (\S+)/.exec(running.stderr()) ?? [];
  await page.route(`${appUrl}/api/chat`, (route) => route.continue({ url: `${url}/v1/chat` }));
  await page.getByText('Fill it in for me').click();
  await page.getByText('The form is filled in.').waitFor();
  expect(await page.inputValue('input')).toBe('Ada');
  await page.close();
}, 60_000);
