import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recordings } from '@dragoman/testkit';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type AgentName, agents } from '../agents.js';
import { loadPrices } from '../prices/prices.js';
import { collectUsage } from './collect-usage.js';
import { summariseUsage } from './summarise-usage.js';

let home: string;
let indexFile: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dragoman-usage-'));
  indexFile = join(home, 'cache', 'index');
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const ID = '01a1e0ae-0000-7000-8000-00000000000';

/** Where each agent keeps the session with a number. */
const PATHS: Readonly<Record<Exclude<AgentName, 'opencode'>, (number: number) => string>> = {
  codex: (number) => `.codex/sessions/2026/11/16/rollout-2026-11-16T02-00-00-${ID}${number}.jsonl`,
  claude: (number) => `.claude/projects/-workspace/${ID}${number}.jsonl`,
  gemini: (number) => `.gemini/tmp/workspace/chats/session-2026-11-16T02-22-9ab0ba7${number}.jsonl`,
};

type FileAgent = keyof typeof PATHS;

function recorded(agent: FileAgent, scenario: string): string {
  const found = recordings()
    .filter((one) => one.agent === agent && one.view === 'saved' && one.scenario === scenario)
    .filter(({ path }) => path.endsWith('.jsonl'))
    .at(-1);
  return readFileSync(found?.path ?? '', 'utf8');
}

function write(agent: FileAgent, text: string, { number = 1, below = home } = {}): string {
  const path = join(below, PATHS[agent](number));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** What all calls in some homes used. */
async function used({ homes = [home], index = true } = {}) {
  const sources = homes.flatMap((userHome) =>
    Object.values(agents).map((agent) => ({
      agent,
      home: agent.interpreter.sessions.home({}, userHome),
    })),
  );
  const { parts, problems } = await collectUsage({ sources, ...(index && { indexFile }) });
  const { rows, total } = summariseUsage(parts, { by: 'agent', prices: loadPrices() });
  const byAgent = rows.map(({ key, calls, total_tokens }) => [key, calls, total_tokens]);
  return { total, byAgent, problems };
}

test.each(Object.keys(PATHS) as FileAgent[])(
  'a session of %s that grows is read on from where it ended, wherever that was',
  async (agent) => {
    const text = recorded(agent, 'resume');
    const path = write(agent, text);
    const whole = await used({ index: false });
    expect(whole.total.calls).toBeGreaterThan(2);
    const steps = 12;
    writeFileSync(path, '');
    for (let step = 1; step <= steps; step += 1) {
      const [from, to] = [step - 1, step].map((at) => Math.floor((text.length * at) / steps));
      appendFileSync(path, text.slice(from, to));
      await used();
    }
    expect((await used()).total).toEqual(whole.total);
  },
);

test('a copy of a session, and what a fork repeats of it, count once', async () => {
  const text = recorded('claude', 'resume');
  write('claude', text);
  write('codex', recorded('codex', 'resume'));
  write('gemini', recorded('gemini', 'resume'));
  const once = await used();
  const elsewhere = mkdtempSync(join(tmpdir(), 'dragoman-usage-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  cpSync(home, elsewhere, { recursive: true });
  write('claude', text.slice(0, text.lastIndexOf('"type":"assistant"')), { number: 2 });
  const both = await used({ homes: [home, elsewhere] });
  expect(both.byAgent).toEqual(once.byAgent);
});

test('a session that was replaced or truncated is read anew', async () => {
  const text = recorded('codex', 'resume');
  const path = write('codex', text);
  const first = await used();
  const lines = text.split('\n');
  truncateSync(path, lines.slice(0, lines.length / 2).join('\n').length + 1);
  const less = await used();
  expect(less.total.calls).toBeLessThan(first.total.calls);
  expect(less.total).toEqual((await used({ index: false })).total);
  const replacement = `${path}.new`;
  writeFileSync(replacement, recorded('codex', 'shell'));
  renameSync(replacement, path);
  expect((await used()).total).toEqual((await used({ index: false })).total);
});

test('a session that was rewritten with the same size and time is read anew', async () => {
  const path = write('claude', recorded('claude', 'resume'));
  const { atime, mtime } = statSync(path);
  const before = await used();
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replaceAll('"output_tokens":1', '"output_tokens":2'));
  utimesSync(path, atime, mtime);
  const after = await used();
  expect(after.total.output_tokens).toBeGreaterThan(before.total.output_tokens);
  expect(after.total).toEqual((await used({ index: false })).total);
});

test('what was read is kept for its owner alone, and taken from there', async () => {
  write('gemini', recorded('gemini', 'resume'));
  const first = await used();
  expect(statSync(indexFile).mode & 0o777).toBe(0o600);
  expect((await used()).total).toEqual(first.total);
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 7)],
  [
    'changed',
    (bytes: Buffer) =>
      Buffer.from(bytes.map((byte, at) => (at === bytes.length - 9 ? byte ^ 1 : byte))),
  ],
  [
    'of another version',
    (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replace(/"version":\d+/, '"version":0'), 'latin1'),
  ],
  ['no index', () => Buffer.from('{}\n')],
  ['empty', () => Buffer.alloc(0)],
])('an index that is %s is dropped', async (_what, damage) => {
  write('codex', recorded('codex', 'resume'));
  const first = await used();
  writeFileSync(indexFile, damage(readFileSync(indexFile)));
  expect((await used()).total).toEqual(first.total);
});

test('a cache that can not be written only makes it slower', async () => {
  write('codex', recorded('codex', 'resume'));
  writeFileSync(join(home, 'cache'), 'a file in place of the folder');
  const first = await used();
  expect(first.total.calls).toBeGreaterThan(2);
  expect((await used()).total).toEqual(first.total);
});

test('two at once both give all', async () => {
  for (const number of [1, 2, 3]) write('codex', recorded('codex', 'resume'), { number });
  const results = await Promise.all([used(), used(), used()]);
  const expected = (await used({ index: false })).total;
  for (const { total } of results) expect(total).toEqual(expected);
  expect((await used()).total).toEqual(expected);
});

test('what can not be read is reported and hides nothing else', async () => {
  write('codex', recorded('codex', 'resume'));
  const all = await used();
  const packed = write('codex', 'no zstd', { number: 2 });
  renameSync(packed, `${packed}.zst`);
  chmodSync(`${packed}.zst`, 0o600);
  const { total, problems } = await used();
  expect(total).toEqual(all.total);
  expect(problems).toEqual([expect.stringContaining(`${packed}.zst`)]);
});

test('a file that is garbage is a problem by its name, each time, and hides nothing else', async () => {
  write('codex', recorded('codex', 'resume'));
  const { byAgent } = await used();
  const paths = [
    write('codex', Buffer.alloc(100_000).toString(), { number: 2 }),
    write('claude', 'no JSON at all\n'),
    write('gemini', '{"sessionId":"cut of'),
    write('gemini', '{"sessionId":"cut of', { number: 2 }),
  ];
  const document = String(paths.pop()).replace(/l$/, '');
  renameSync(`${document}l`, document);
  write('claude', '', { number: 3 });
  write('claude', `{"type":"user","message":"${'long '.repeat(100_000)}"}`, { number: 4 });
  for (const _run of ['read', 'from the index']) {
    const after = await used();
    expect(after.byAgent).toEqual(byAgent);
    expect(after.problems.map((problem) => problem.replace(/ is damaged: .*/, '')).sort()).toEqual(
      [...paths, document].sort(),
    );
  }
});
