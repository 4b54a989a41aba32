import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agents } from '@dragoman/agents';
import { type Recording, recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

/** A session of each agent that keeps sessions in files of lines, and where the agent keeps it. */
const PATHS = {
  codex:
    '.codex/sessions/2026/11/16/rollout-2026-11-16T02-00-00-01a1e0ae-0000-7000-8000-000000000001.jsonl',
  claude: '.claude/projects/-workspace/01a1e0ae-0000-7000-8000-000000000002.jsonl',
  gemini: '.gemini/tmp/workspace/chats/session-2026-11-16T02-22-9ab0ba72.jsonl',
};
type Kept = keyof typeof PATHS;

function recorded(agent: Kept): Recording {
  const found = recordings()
    .filter((one) => one.agent === agent && one.view === 'saved' && one.scenario === 'resume')
    .at(-1);
  if (found === undefined) throw new Error(`There is no recording of ${agent}.`);
  return found;
}

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'dragoman-usage-'));
  for (const [agent, path] of Object.entries(PATHS)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), recorded(agent as Kept).bytes());
  }
});
afterAll(() => rm(home, { recursive: true }));
beforeEach(() => {
  vi.stubEnv('HOME', home);
  vi.stubEnv('DRAGOMAN_STATE', join(home, 'state'));
  vi.stubEnv('XDG_CACHE_HOME', join(home, 'cache'));
  for (const name of ['CODEX_HOME', 'CLAUDE_CONFIG_DIR', 'GEMINI_CLI_HOME', 'XDG_DATA_HOME']) {
    vi.stubEnv(name, '');
  }
  return () => vi.unstubAllEnvs();
});

async function usage(...args: string[]) {
  const terminal = createMemoryTerminal({ columns: 100 });
  const code = await runCli(['usage', ...args], terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

async function asJson(...args: string[]) {
  return JSON.parse((await usage('--json', ...args)).stdout);
}

test('adds up what all agents in a home have used, as each of their sessions says it', async () => {
  const { rows, total } = await asJson('agent');
  for (const agent of Object.keys(PATHS) as Kept[]) {
    const said = await agents[agent].interpreter.sessions.usage(join(home, PATHS[agent]));
    const row = rows.find(({ key }: { key: string }) => key === agent);
    expect(row).toMatchObject({
      input_tokens: said?.input_tokens,
      cached_input_tokens: said?.cached_input_tokens,
      output_tokens: said?.output_tokens,
    });
  }
  const sum = rows.reduce(
    (all: number, row: { total_tokens: number }) => all + row.total_tokens,
    0,
  );
  expect(total.total_tokens).toBe(sum);
});

test('shows a table with the sum, and says where its costs are from', async () => {
  const { code, stdout, stderr } = await usage();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^DAY +INPUT +CACHED +OUTPUT/);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^TOTAL .*\$/);
  expect(stderr).toMatch(/~ computed from prices of \d{4}-\d\d-\d\d/);
});

test('counts only what is meant', async () => {
  expect((await asJson('agent', '--agent', 'codex')).rows).toHaveLength(1);
  expect((await asJson('--since', '2999-01-01')).rows).toEqual([]);
  const { rows } = await asJson('daily');
  const days = await asJson('--since', rows[0].key, '--until', rows[0].key);
  expect(days.rows).toEqual([rows[0]]);
  expect((await asJson('--project', '/workspace')).total.calls).toBeGreaterThan(0);
  expect((await asJson('--project', '/elsewhere')).total.calls).toBe(0);
});

test('says in a sentence that there is nothing', async () => {
  const { code, stdout, stderr } = await usage('--since', '2999-01-01');
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe('dragoman: No usage matches.\n');
});

test('a model without a price costs nobody knows what', async () => {
  const prices = join(home, 'prices.json');
  await writeFile(prices, JSON.stringify({ source: 'nowhere', date: '2026-01-01', providers: {} }));
  const { total, unpriced } = await asJson('--agent', 'codex', '--prices', prices);
  expect(total.cost.usd).toBeNull();
  expect(unpriced.length).toBeGreaterThan(0);
  expect((await usage('--agent', 'codex', '--prices', prices)).stdout).toMatch(/TOTAL .*\?/);
});

test.each([[['yearly']], [['--since', 'soon']]])('%j is refused', async (args) => {
  expect((await usage(...args)).code).toBe(2);
});

test('a price file that is none is refused', async () => {
  const { code, stderr } = await usage('--prices', join(home, 'no-such-file'));
  expect(code).toBe(1);
  expect(stderr).toContain('no-such-file');
});
