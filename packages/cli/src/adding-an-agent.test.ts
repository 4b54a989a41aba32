import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Interpreter } from '@dragoman/agents';
import { createEventDecoder, reduce } from '@dragoman/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../test-inputs/memory-terminal.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const BLOCK = /^```\w+ ([^\n]+)\n(.*?)^```$/gms;
const VERSION = '1.2.0';

const run = promisify(execFile);

/** The blocks of the page by what stands beside their fence: the path of a file, or a command. */
const blocks = new Map<string, string>();
let folder: string;
let source: string;
let home: string;

const pathOf = (view: string) => join(folder, `recordings/parrot/${VERSION}/look.${view}.jsonl`);
const load = (module: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(folder, module)).href);

const loadViews = (): Promise<typeof import('@dragoman/testkit/views')> =>
  import(pathToFileURL(join(folder, 'views/index.ts')).href);

beforeAll(async () => {
  const page = await readFile(join(ROOT, 'docs/adding-an-agent.md'), 'utf8');
  for (const [, name = '', text = ''] of page.matchAll(BLOCK)) blocks.set(name, text);
  folder = await mkdtemp(join(tmpdir(), 'dragoman-adding-'));
  source = join(folder, 'src');
  home = join(folder, 'home');
  await cp(join(ROOT, 'packages/agents/src'), source, {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  await cp(join(ROOT, 'packages/testkit/src/views'), join(folder, 'views'), {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts'),
  });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of blocks) {
    if (!name.includes('/')) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    // A page adds a line to a registry, and new files else.
    if (name.endsWith('/registry.ts')) await appendFile(join(folder, name), text);
    else await writeFile(join(folder, name), text);
  }
  await mkdir(join(home, '.parrot/talks'), { recursive: true });
  await cp(pathOf('session'), join(home, '.parrot/talks/p-17.jsonl'));
  // Other files have their own, which are loaded already.
  vi.resetModules();
  vi.doMock('@dragoman/agents', () => load('src/index.ts'));
  vi.doMock('@dragoman/agents/internal', () => load('src/internal.ts'));
});

afterAll(async () => {
  vi.doUnmock('@dragoman/agents');
  vi.doUnmock('@dragoman/agents/internal');
  vi.resetModules();
  await rm(folder, { recursive: true, force: true });
});

/** What `dragoman` says, where the agent of the page is one that it knows. */
async function dragoman(...args: readonly string[]): Promise<string> {
  const { runCli } = await import('./run-cli.js');
  const terminal = createMemoryTerminal();
  const code = await runCli(args, terminal);
  expect({ code, stderr: terminal.stderr() }).toEqual({ code: 0, stderr: '' });
  return terminal.stdout();
}

test('the files of the page are TypeScript as the project writes it', async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      composite: false,
      incremental: false,
      rootDir: '.',
      paths: {
        '@dragoman/agents': ['./src/index.ts'],
        '@dragoman/agents/internal': ['./src/internal.ts'],
      },
    },
    include: ['src/parrot', 'src/index.ts', 'views/index.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const checked = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  expect(checked.stdout).toBe('');
});

describe('the agent of the page', () => {
  test('is listed, and starts as its command says', async () => {
    expect(await dragoman('agents', 'list')).toMatch(/^parrot +1\.2\.0 /m);
    const { agents } = await import('@dragoman/agents');
    const parrot = Object.values(agents).find(({ name }) => name === 'parrot');
    const request = {
      prompt: 'Which files are there?',
      endpoint: { url: 'http://127.0.0.1:4711', token: 'token' },
      cwd: '/workspace',
      home: '/home/agent',
      version: VERSION,
    };
    expect(parrot?.command({ ...request, resume: 'p-17' })).toMatchObject({
      args: ['run', '--json', '--model', 'grey-2', '--talk', 'p-17'],
      env: { PARROT_URL: 'http://127.0.0.1:4711', PARROT_KEY: 'token' },
    });
    expect(() => parrot?.command({ ...request, images: ['a.png'] })).toThrow("can't do `images`");
  });

  test.each([['stdout'], ['session']])('is recognised by its %s, and translated', async (view) => {
    const decoder = createEventDecoder();
    const printed = await dragoman('translate', pathOf(view));
    const events = [...decoder.push(printed), ...decoder.flush()];
    expect(events.every(({ kind }) => kind === 'event')).toBe(true);
    expect(await dragoman('translate', '--agent', 'parrot', pathOf(view))).toBe(printed);
    expect(printed).toContain('"agent":"parrot","session_id":"p-17","modelId":"grey-2"');
    expect(printed).toContain('"tool_name":"Bash","kind":"command","parameters":{"command":"ls"}');
  });

  test('reads the same from both views', async () => {
    const { agents, createTranslator } = await import('@dragoman/agents');
    const { agentViews, coveragePages, levelViews, viewOf } = await loadViews();
    const parrot = Object.values(agents).find(({ name }) => name === 'parrot');
    if (parrot === undefined) throw new Error('parrot is not registered');
    const { live, saved } = parrot.interpreter;
    const { gaps = [] } = Object.entries(agentViews).find(([name]) => name === 'parrot')?.[1] ?? {};
    const [printed, kept] = [await readFile(pathOf('stdout')), await readFile(pathOf('session'))];
    const read = (interpreter: Interpreter, bytes: Uint8Array) => {
      const translator = createTranslator(interpreter);
      const view = viewOf(reduce([...translator.push(bytes), ...translator.flush()]));
      expect(translator.stats().dispositions.unknown).toBe(0);
      return view;
    };
    const levelled = levelViews({ live: read(live(), printed), saved: read(saved(), kept) }, gaps);
    expect(levelled.live).toEqual(levelled.saved);
    expect(levelled.live.blocks).toHaveLength(4);
    const recording = { agent: 'parrot', version: VERSION, scenario: 'look' };
    const pages = coveragePages([
      { ...recording, view: 'live', bytes: () => printed },
      { ...recording, view: 'saved', bytes: () => kept },
    ]);
    const page = [...pages].find(([name]) => name === parrot.name)?.[1];
    expect(page).toContain('| `squawk` | *no event:* means nothing | 1.2 |');
    expect(page).toContain('| thoughts | live | all | 1.2 |');
  });

  test('has its sessions listed and shown', async () => {
    const list = await dragoman('sessions', 'list', '--home', home, '--agent', 'parrot');
    expect(list).toMatch(/p-17 .* grey-2 +1 +450 .* Which files are there\?\n$/);
    const shown = await dragoman('sessions', 'show', 'p-17', '--home', home);
    const text = shown.replace(/^.*p-17\.jsonl\n/m, '').replace(/^\/workspace.*\n/m, '');
    expect(text.replaceAll(/ · \d\d:\d\d$/gm, '')).toBe(blocks.get('dragoman sessions show p-17'));
    expect(await dragoman('sessions', 'show', pathOf('session'))).toContain('parrot 1.2.0');
  });
});
