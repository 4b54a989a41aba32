import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentNames } from '@dragoman/agents';
import { recordings } from '@dragoman/testkit';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { jsonLines } from '../../../test-inputs/json-lines.js';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';
import { textWidth } from '../../terminal/text/fit-text.js';

/** A session of each agent with a command that failed, under names that no agent gives. */
const chosen = agentNames.flatMap((name) => {
  const saved = recordings().filter(({ agent, view }) => agent === name && view === 'saved');
  return saved.filter(({ scenario }) => scenario === 'shellfail').slice(-1);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-search-'));
  for (const { path, agent } of chosen) {
    const end = path.slice(path.lastIndexOf('.'));
    await mkdir(join(folder, 'deep', agent), { recursive: true });
    await cp(path, join(folder, 'deep', agent, `kept${end}`));
  }
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  vi.stubEnv('DRAGOMAN_STATE', join(folder, 'state'));
  return () => vi.unstubAllEnvs();
});

async function sessions(...args: string[]) {
  const terminal = createMemoryTerminal({ columns: 80 });
  const code = await runCli(['sessions', ...args], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

async function listed(...args: string[]): Promise<readonly Record<string, unknown>[]> {
  return jsonLines((await sessions('list', folder, '--json', ...args)).stdout);
}

test('any folder of session files is listed, whatever they are called', async () => {
  const found = await listed();
  expect(found.map(({ agent }) => agent).sort()).toEqual(chosen.map(({ agent }) => agent).sort());
  expect(found.length).toBeGreaterThanOrEqual(3);
});

describe('sessions list gives only those', () => {
  test('with a model', async () => {
    const models = (await listed('--model', 'GPT')).map(({ modelId }) => modelId);
    expect(models).toEqual([expect.stringMatching(/^gpt/)]);
  });

  test('of some time', async () => {
    expect((await listed('--since', '1h')).length).toBe(chosen.length);
    expect(await listed('--since', '2999-01-01')).toEqual([]);
    expect(await sessions('list', folder, '--since', 'soon')).toMatchObject({ code: 2 });
  });

  test('that hold a text, without a claim to know how many more there are', async () => {
    const { stderr } = await sessions('list', folder, '--search', 'exit', '--limit', '1');
    expect(stderr).toBe('… and more (--limit 2)\n');
  });

  test('in a folder or below it', async () => {
    const [first] = await listed();
    const cwd = String(first?.cwd);
    expect((await listed('--cwd', join(cwd, '..'))).length).toBeGreaterThan(0);
    expect(await listed('--cwd', `${cwd}-other`)).toEqual([]);
  });

  test('in which something was said, done or printed', async () => {
    for (const { agent, firstPrompt, id } of await listed()) {
      const held = await listed('--search', String(firstPrompt), '--agent', String(agent));
      expect(held.map((session) => session.id)).toEqual([id]);
    }
    expect(await listed('--search', 'said by nobody')).toEqual([]);
    const { stderr } = await sessions('list', folder, '--search', 'said by nobody');
    expect(stderr).toBe(`dragoman: No session matches (${chosen.length} searched).\n`);
  });
});

describe('sessions search', () => {
  test('shows where a text stands, in lines that fit', async () => {
    for (const { id, firstPrompt } of await listed()) {
      const { code, stdout } = await sessions('search', String(firstPrompt), folder);
      expect(code).toBe(0);
      expect(stdout).toContain(`${id} · `);
      expect(stdout).toMatch(/^ {2}you {6}\S/m);
      expect(stdout.split('\n').every((line) => textWidth(line) <= 80)).toBe(true);
    }
  });

  test('finds commands and what they printed, as JSON for programs', async () => {
    const { stdout } = await sessions('search', 'exit', folder, '--json');
    const matches = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const called = matches.filter(({ kind }) => kind === 'call').map(({ agent }) => agent);
    expect(new Set(called).size).toBeGreaterThanOrEqual(2);
  });

  test('of upper case means upper case, and what is not there is said and exits with 1', async () => {
    expect(await sessions('search', 'EXIT', folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: `dragoman: Not found in ${chosen.length} sessions. Upper and lower case count in this text.\n`,
    });
    expect(await sessions('search', ' ', folder)).toMatchObject({ code: 2 });
  });
});

test('files that are garbage are named, three of them, and the others are searched', async () => {
  const home = await mkdtemp(join(tmpdir(), 'dragoman-garbage-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const day = join(home, '.codex/sessions/2026/11/16');
  await mkdir(day, { recursive: true });
  const [codex] = chosen.filter(({ agent }) => agent === 'codex');
  const file = (number: number) =>
    join(day, `rollout-2026-11-16T02-00-00-01a1e0ae-0000-7000-8000-00000000000${number}.jsonl`);
  await cp(codex?.path ?? '', file(0));
  const [whole] = await listed('--agent', 'codex');
  const prompt = String(whole?.firstPrompt);
  for (const number of [1, 2, 3, 4, 5]) await writeFile(file(number), Buffer.alloc(5000));
  const found = await sessions('search', prompt, home);
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining(prompt) });
  expect(found.stderr.match(/^dragoman:/gm)).toHaveLength(4);
  expect(found.stderr.match(/is damaged/g)).toHaveLength(3);
  expect(found.stderr).toContain('dragoman: … and 2 more problems.');
  const none = await sessions('search', 'flamingos', home);
  expect(none.code).toBe(1);
  expect(none.stderr).toContain('Not found in 1 session.');
});
