import { execFile } from 'node:child_process';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
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
const SUITE_TIMEOUT_MS = 180_000;

/** What a build or an install made. */
const NOT_COPIED = /\/(?:dist|bundle|node_modules)$/;

/** Writes the tables of the image of agents, as snapshots. */
const WRITES_TABLES = 'packages/runtime/src/image/agents-image.test.ts';

/** The tests that ask every agent of the registry, and those of what is written for each. None has a snapshot. */
const THROUGH_ALL_AGENTS = [
  'packages/agents/src/agent-abilities.test.ts',
  'packages/agents/src/agents.test.ts',
  'packages/agents/src/command.test.ts',
  'packages/agents/src/executable.test.ts',
  'packages/agents/src/pinned-install.test.ts',
  'packages/agents/src/readme.test.ts',
  'packages/agents/src/version-support.test.ts',
  'packages/testkit/src/recordings.test.ts',
  'packages/testkit/src/views/agent-views.test.ts',
];

const run = promisify(execFile);

/** The blocks of the page by what stands beside their fence: the path of a file, or a command. */
const blocks = new Map<string, string>();
/** A copy of the repository in which the page is followed. */
let folder: string;
let home: string;

const pathOf = (view: string) =>
  join(folder, `packages/testkit/recordings/parrot/${VERSION}/look.${view}.jsonl`);
const load = (module: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(folder, module)).href);

const loadViews = (): Promise<typeof import('@dragoman/testkit/views')> =>
  import(pathToFileURL(join(folder, 'packages/testkit/src/views/index.ts')).href);

beforeAll(async () => {
  const page = await readFile(join(ROOT, 'docs/adding-an-agent.md'), 'utf8');
  for (const [, name = '', text = ''] of page.matchAll(BLOCK)) blocks.set(name, text);
  folder = await mkdtemp(join(tmpdir(), 'dragoman-adding-'));
  home = join(folder, 'home');
  await copyRepository();
  for (const [name, text] of blocks) if (name.includes('/')) await follow(name, text);
  await mkdir(join(home, '.parrot/talks'), { recursive: true });
  await cp(pathOf('session'), join(home, '.parrot/talks/p-17.jsonl'));
  // Other files have their own, which are loaded already.
  vi.resetModules();
  vi.doMock('@dragoman/agents', () => load('packages/agents/src/index.ts'));
  vi.doMock('@dragoman/agents/internal', () => load('packages/agents/src/internal.ts'));
}, SUITE_TIMEOUT_MS);

afterAll(async () => {
  vi.doUnmock('@dragoman/agents');
  vi.doUnmock('@dragoman/agents/internal');
  vi.resetModules();
  await rm(folder, { recursive: true, force: true });
}, SUITE_TIMEOUT_MS);

/** The sources, in which packages find each other, with links to the packages of others. */
async function copyRepository(): Promise<void> {
  for (const part of ['packages', 'containers', 'docs', 'scripts', 'vitest.config.ts']) {
    const filter = (path: string) => !NOT_COPIED.test(path);
    await cp(join(ROOT, part), join(folder, part), { recursive: true, filter });
  }
  for (const file of ['package.json', 'tsconfig.base.json']) {
    await cp(join(ROOT, file), join(folder, file));
  }
  await mkdir(join(folder, 'node_modules/@dragoman'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === '@dragoman') continue;
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules/@dragoman', name));
  }
}

/** The page adds a line to a registry, a layer to an image, and new files. */
async function follow(name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  if (name.endsWith('/registry.ts')) await appendFile(path, text);
  else if (name.endsWith('/Containerfile')) {
    const layers = await readFile(path, 'utf8');
    await writeFile(path, layers.replace(/^ENV HOME/m, `${text}$&`));
  } else await writeFile(path, text);
}

/** What `dragoman` says, where the agent of the page is one that it knows. */
async function dragoman(...args: readonly string[]): Promise<string> {
  const { runCli } = await import('./run-cli.js');
  const terminal = createMemoryTerminal();
  const code = await runCli(args, terminal);
  expect({ code, stderr: terminal.stderr() }).toEqual({ code: 0, stderr: '' });
  return terminal.stdout();
}

async function parrotRecordings() {
  const recording = { agent: 'parrot', version: VERSION, scenario: 'look' };
  const [printed, kept] = [await readFile(pathOf('stdout')), await readFile(pathOf('session'))];
  return [
    { ...recording, view: 'live' as const, bytes: () => printed },
    { ...recording, view: 'saved' as const, bytes: () => kept },
  ];
}

/** Runs tests of the copy, as a person who follows the page does. */
async function vitest(...args: readonly string[]): Promise<void> {
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const command = [program, 'run', '--project', 'shared', '--reporter', 'dot', ...args];
  // One worker: each loads all packages anew, which takes longer than these tests.
  const env = { ...process.env, NO_COLOR: '1', VITEST_MAX_WORKERS: '1' };
  const ran = await run(process.execPath, command, { cwd: folder, env }).catch((error) => error);
  expect(ran.code, `${ran.stdout}${ran.stderr}`).toBeUndefined();
}

test(
  'the files of the page are TypeScript as the project writes it',
  async () => {
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        composite: false,
        incremental: false,
        rootDir: '.',
        customConditions: ['dragoman-source'],
      },
      include: [
        'packages/agents/src/parrot',
        'packages/agents/src/index.ts',
        'packages/agents/src/*.test.ts',
        'packages/testkit/src/views/index.ts',
      ],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    // One checker: each looks at the types of all packages.
    const checked = await run(process.execPath, [tsc, '-p', folder, '--checkers', '1']).catch(
      (error) => error,
    );
    expect(checked.stdout).toBe('');
    // The compiler reads the sources of all packages that these tests use.
  },
  SUITE_TIMEOUT_MS,
);

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
    const pages = coveragePages(await parrotRecordings());
    const page = [...pages].find(([name]) => name === parrot.name)?.[1];
    expect(page).toContain('| `squawk` | *no event:* means nothing | 1.2 |');
    expect(page).toContain('| thoughts | live | all | 1.2 |');
  });

  test(
    'passes the tests that go through all agents, once the pages and tables are written',
    async () => {
      const { coveragePages, withAbilityTable } = await loadViews();
      // As `npm run docs` does.
      const readme = join(folder, 'packages/agents/README.md');
      await writeFile(readme, withAbilityTable(await readFile(readme, 'utf8')));
      const { parrot = '' } = Object.fromEntries(coveragePages(await parrotRecordings()));
      await writeFile(join(folder, 'docs/agents/parrot.md'), parrot);
      await vitest(WRITES_TABLES, ...THROUGH_ALL_AGENTS, '--update');
      const table = await readFile(join(folder, 'containers/agents/agents.json'), 'utf8');
      expect(JSON.parse(table)).toHaveProperty('parrot.package');
    },
    SUITE_TIMEOUT_MS,
  );

  test('has its sessions listed and shown', async () => {
    const list = await dragoman('sessions', 'list', home, '--agent', 'parrot');
    expect(list).toMatch(/p-17 .* grey-2 +1 +450 .* Which files are there\?\n$/);
    const shown = await dragoman('sessions', 'show', 'p-17', '--home', home);
    const text = shown.replace(/^.*p-17\.jsonl\n/m, '').replace(/^\/workspace.*\n/m, '');
    expect(text.replaceAll(/ · \d\d:\d\d$/gm, '')).toBe(blocks.get('dragoman sessions show p-17'));
    expect(await dragoman('sessions', 'show', pathOf('session'))).toContain('parrot 1.2.0');
  });
});
