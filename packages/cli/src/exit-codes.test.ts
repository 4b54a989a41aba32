import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { parseEvent } from '@dragoman/protocol';
import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  type DragomanFixture,
  dragomanOfFile,
  type EndedDragoman,
} from '../test-inputs/dragoman-process.js';
import { createMemoryTerminal } from '../test-inputs/memory-terminal.js';
import { runCli } from './run-cli.js';

const TIMEOUT_MS = 120_000;
const PATIENCE = { timeout: 60_000, interval: 20 };

const fixture = dragomanOfFile();
let hello: string[];
let waiting: string[];
beforeAll(async () => {
  await testAgent('opencode');
  const script = async (name: string, steps: string) => [
    '--script',
    await fixture.file(`${name}.yaml`, `steps: ${steps}`),
  ];
  hello = await script('hello', '[{ say: Hello. }]');
  waiting = await script('waiting', '[{ run: "touch begun; sleep 600" }]');
}, INSTALL_TIMEOUT_MS);

const exec = (args: readonly string[], env: Record<string, string> = {}) =>
  fixture.run(['exec', 'Go.', '--json', ...args], { env });

/** By what happened, as the page says it. */
const ROWS: Readonly<Record<string, () => Promise<EndedDragoman>>> = {
  'the agent finished': () => exec(hello),
  'the agent failed': async () => {
    const fault = 'steps: [{ fault: { status: 401, message: Incorrect API key } }]';
    return exec(['--script', await fixture.file('refused.yaml', fault)]);
  },
  'the budget is used up': usedUp,
  'the turn took longer than `--timeout`': () => exec([...waiting, '--timeout', '2s']),
  'the agent was silent longer than `--idle-timeout`': () =>
    exec([...waiting, '--idle-timeout', '2s']),
  'the turn was canceled': () => whileWaiting((running) => running.child.kill('SIGINT')),
  "the sandbox doesn't work on this machine": () => exec(hello, { DRAGOMAN_BWRAP: '/none/bwrap' }),
  "the workspace doesn't exist": () => exec([...hello, '--cwd', '/none']),
  'the workspace is your home folder': () =>
    exec([...hello, '--cwd', dirname(fixture.state)], { TMPDIR: '/tmp' }),
  'the workspace belongs to the system': () => exec([...hello, '--cwd', '/usr']),
  "the session doesn't exist": () => exec([...hello, '--resume', 'none-such']),
  'what is noted of the session is damaged': async () => {
    const entry = join(fixture.state, 'sessions', 'codex', 'torn.json');
    await mkdir(dirname(entry), { recursive: true });
    await writeFile(entry, '{"agent":"co');
    return exec([...hello, '--resume', 'torn']).finally(() => rm(entry));
  },
  'the session is in use by another turn': sessionInUse,
  'files of the project would run something unconfined': async () => {
    const project = join(fixture.workspace, 'project');
    await mkdir(join(project, '.opencode', 'plugin'), { recursive: true });
    await writeFile(join(project, '.opencode', 'plugin', 'x.js'), '');
    const args = ['--agent', 'opencode', '--sandbox', 'process', '--cwd', project];
    return exec([...hello, ...args], { DRAGOMAN_NPM: '/none' });
  },
  "a mount doesn't exist": () => exec([...hello, '--mount', '/none']),
  'a mount holds more than it may': () => exec([...hello, '--mount', dirname(fixture.state)]),
  'a mount is where keys or logins are, and nobody can be asked': () =>
    exec([...hello, '--mount', '~/.ssh']),
  'a variable of `--env` is not set': () => exec([...hello, '--env', 'NONE_SUCH']),
  'a variable of `--env` is a secret, and nobody can be asked': () =>
    exec([...hello, '--env', 'API_TOKEN=x']),
  "a script can't be read": () => exec(['--script', '/none.yaml']),
  'a script is not one': async () => exec(['--script', await fixture.file('no.yaml', 'x: 1')]),
  "a cassette can't be read": () => exec(['--replay', '/none.json']),
  "an image can't be read": () => exec([...hello, '--image', '/none.png']),
  'an image is none': async () =>
    exec([...hello, '--image', await fixture.file('text.png', 'not an image')]),
  "a file of `--mcp` or `--output-schema` can't be read": async () => {
    const ended = await exec([...hello, '--mcp', '/none.json']);
    expect(await exec([...hello, '--output-schema', '/none.json'])).toMatchObject({
      code: ended.code,
      stdout: expect.stringContaining('"code":"file_unreadable"'),
    });
    return ended;
  },
  "the file of `--prices` can't be read": () =>
    exec(['--budget-usd', '1', '--prices', '/none.json'], { OPENAI_API_KEY: 'sk-none' }),
  "the folder of `--output-last-message` can't be opened": () =>
    exec([...hello, '--output-last-message', '/none/last.txt']),
  "the last message can't be written there": () =>
    exec([...hello, '--output-last-message', fixture.workspace]),
  'a file of settings is wrong': async () => {
    const folder = join(fixture.workspace, 'configured');
    await mkdir(folder);
    await writeFile(join(folder, 'dragoman.config.yaml'), 'frobnicate: 1');
    return exec([...hello, '--cwd', folder]);
  },
  "the agent can't be installed": () =>
    exec([...hello, '--agent', 'codex@0.98.1'], {
      DRAGOMAN_NPM: '/none/npm-cli.js',
      DRAGOMAN_CACHE: join(fixture.temporary, 'empty'),
    }),
  "Dragoman can't keep its files": () => exec(hello, { DRAGOMAN_STATE: '/proc/nope' }),
  "the option doesn't exist": () => exec(['--frobnicate']),
  'the prompt is empty': () => fixture.run(['exec', ' ', '--json', ...hello]),
  'the agent is unknown': () => exec([...hello, '--agent', 'cursor']),
  'there is no key': () => exec([]),
  'there is no login, with `--login`': () => exec(['--login']),
  'the model has no known price, with `--budget-usd`': () =>
    exec(['--budget-usd', '1', '--model', 'mine'], { OPENAI_API_KEY: 'sk-none' }),
  "the agent, or its version, can't do that": () => exec([...hello, '--max-turns', '3']),
  "the sandbox can't do that": () => exec([...hello, '--sandbox', 'process', '--network', 'none']),
  'a variable of `--env` is one that Dragoman sets': () => exec([...hello, '--env', 'HOME=/x']),
};

async function usedUp(): Promise<EndedDragoman> {
  const provider = await startScriptGateway();
  const steps = [{ run: 'echo hi' }, { say: 'Done.' }];
  const { token } = provider.admit({
    script: defineScript({ usage: { input: 9, output: 1 }, steps }),
  });
  const budget = ['--budget-usd', '0.000001', '--model', 'gpt-5'];
  return exec([...budget, '--base-url', `${provider.url}/v1`], { OPENAI_API_KEY: token }).finally(
    () => provider.close(),
  );
}

async function whileWaiting(act: (running: ReturnType<DragomanFixture['start']>) => unknown) {
  const running = fixture.start(['exec', 'Go.', '--json', ...waiting]);
  await vi.waitFor(() => expect(running.stdout()).toContain('sleep 600'), PATIENCE);
  await act(running);
  return running.ended;
}

async function sessionInUse(): Promise<EndedDragoman> {
  let second: EndedDragoman | undefined;
  await whileWaiting(async (running) => {
    const { sessionId } = JSON.parse(
      (await fixture.run(['turns', 'list', '--running', '--json'])).stdout,
    );
    second = await exec([...hello, '--resume', sessionId]);
    // It says what to type, and that is all it takes.
    const typed = /dragoman (turns cancel \S+)$/m.exec(second.stderr)?.[1]?.split(' ') ?? [];
    expect(await fixture.run(typed)).toMatchObject({ code: 0 });
    return running;
  });
  if (second === undefined) throw new Error('The second turn was not tried.');
  return second;
}

const PAGE = new URL('../../../docs/exit-codes.md', import.meta.url);
const rows = [
  ...(await readFile(PAGE, 'utf8')).matchAll(/^\| (.+) \| (\d+) \| (.+) \| (.*) ?\|$/gm),
];

test('every row of the page is a test', () => {
  expect(rows.map(([, what]) => what)).toEqual(Object.keys(ROWS));
});

test('a command that is interrupted before its turn begins has no `end`', async () => {
  const interrupt = new AbortController();
  function* typing() {
    yield 'Go';
    interrupt.abort('interrupted');
  }
  const terminal = createMemoryTerminal({ input: typing(), signal: interrupt.signal });
  expect(await runCli(['exec', '-', '--json', ...hello], terminal)).toBe(130);
  expect(terminal.stdout()).toBe('');
});

test.each(rows.map(([, ...cells]) => cells.map((cell) => cell.trim())))(
  '%s: %s, %s %s',
  async (what = '', code = '', status = '', words = '') => {
    const ended = await ROWS[what]?.();
    const lines = (ended?.stdout ?? '').trim().split('\n');
    const events = lines.map((line) => JSON.parse(line));
    const ends = events.filter(({ type }) => type === 'end');
    const expected = /`(\w+)`$/.exec(words)?.[1];
    expect({ code: ended?.code, ends }).toMatchObject({
      code: Number(code),
      ends: [{ status: status.replaceAll('`', ''), ...(expected && { code: expected }) }],
    });
    expect(parseEvent(ends[0]).ok).toBe(true);
    expect(events.at(-1)).toBe(ends[0]);
  },
  TIMEOUT_MS,
);
