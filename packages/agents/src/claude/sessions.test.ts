import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canonical, isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { readTranscript } from '@dragoman/testkit/views';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { assistant, text, use, user } from '../../test-inputs/claude-records.js';
import { createTextFinder } from '../sessions/text-query.js';
import { createClaudeSaved } from './saved.js';
import { claudeSessions } from './sessions.js';

const ID = '11111111-2222-3333-4444-555555555555';
const USAGE = { input_tokens: 400, cache_read_input_tokens: 600, output_tokens: 50 };

let home = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dragoman-claude-'));
});
afterEach(() => rm(home, { recursive: true }));

async function write(
  name: string,
  lines: readonly (JsonObject | string)[],
  end = '\n',
): Promise<string> {
  const path = join(home, 'projects', '-workspace', name);
  await mkdir(dirname(path), { recursive: true });
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  await writeFile(path, texts.join('\n') + end);
  return path;
}

function linesOf(version: string, scenario: string): string[] {
  const found = recordings().find(
    (one) =>
      one.agent === 'claude' &&
      one.view === 'saved' &&
      one.version === version &&
      one.scenario === scenario,
  );
  if (found === undefined) throw new Error(`There is no recording of ${scenario} in ${version}.`);
  return Buffer.from(found.bytes()).toString('utf8').trim().split('\n');
}

function agentOf(line: string): string | undefined {
  const parsed = parseJson(line);
  const record = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  return record.isSidechain === true && typeof record.agentId === 'string'
    ? record.agentId
    : undefined;
}

/** Writes a recorded session as the CLI keeps it: the records of each sub-agent in another file. */
async function writeApart(lines: readonly string[], agentFile: (id: string) => string, end = '\n') {
  const agents = new Set(lines.flatMap((line) => agentOf(line) ?? []));
  const of = (agent: string | undefined) => lines.filter((line) => agentOf(line) === agent);
  for (const agent of agents) await write(agentFile(agent), of(agent));
  return write(`${ID}.jsonl`, of(undefined), end);
}

test('the CLI’s own folder is where it says, or in HOME', () => {
  expect(claudeSessions.home({}, '/home/me')).toBe('/home/me/.claude');
  expect(claudeSessions.home({ CLAUDE_CONFIG_DIR: '/c' }, '/home/me')).toBe('/c');
});

test('a list shows sessions with what their sub-agents used, and no files of sub-agents', async () => {
  const subAgent = linesOf('2.1.197', 'hello').map((line) =>
    JSON.stringify({ ...JSON.parse(line), isSidechain: true, agentId: 'def' }),
  );
  await write(`${ID}.jsonl`, linesOf('2.1.197', 'resume'));
  await write('agent-abc.jsonl', linesOf('2.1.197', 'hello'));
  await write(`${ID}/subagents/agent-def.jsonl`, subAgent);
  const listed = await claudeSessions.list({ home, exact: true });
  expect(listed).toMatchObject([
    {
      cwd: '/workspace',
      modelId: 'claude-sonnet-4-5',
      version: '2.1.197',
      firstPrompt: 'begin',
      turns: 2,
      usage: { input_tokens: 4000, cached_input_tokens: 2400, output_tokens: 200 },
    },
  ]);
  expect(await claudeSessions.ids({ home })).toEqual([ID]);
  expect(await claudeSessions.find('1111', { home })).toBe(listed[0]?.path);
});

test('a list begins with the command that the model answers, and not with one for the CLI alone', async () => {
  const firstOf = async (...records: readonly JsonObject[]) => {
    await write(`${ID}.jsonl`, records);
    const [listed] = await claudeSessions.list({ home });
    return listed?.firstPrompt;
  };
  const command = (name: string, args: string) =>
    user(`<command-name>${name}</command-name>\n<command-args>${args}</command-args>`);
  const expanded = user('Count the plums: 1 2', { isMeta: true });
  const answer = assistant(text('Two.'));
  expect(await firstOf(command('/plum', '1 2'), expanded, answer, user('go on'))).toBe('/plum 1 2');
  expect(await firstOf(command('/clear', ''), user('begin'), answer)).toBe('begin');
  expect(await firstOf(command('/clear', ''), command('/plum', ''), expanded, answer)).toBe(
    '/plum',
  );
});

test('the files of sub-agents are read for a list as far as they are small, or as many bytes as are allowed', async () => {
  const path = await write(`${ID}.jsonl`, [
    user('begin', { agentId: 'abc' }),
    assistant(text('Done.'), { usage: USAGE }),
  ]);
  const agent = await write('agent-abc.jsonl', [
    assistant(text('Looked.'), { usage: USAGE, isSidechain: true, agentId: 'abc' }),
  ]);
  const outputOf = async (options: object) =>
    (await claudeSessions.list({ home, ...options })).map(({ usage }) => usage?.output_tokens);
  expect(await outputOf({})).toEqual([100]);
  await truncate(agent, 2 * 1024 * 1024);
  expect(await outputOf({})).toEqual([undefined]);
  expect(await outputOf({ exact: true, partBytes: 1024 * 1024 })).toEqual([undefined]);
  expect(await outputOf({ exact: true })).toEqual([100]);
  expect((await claudeSessions.usage(path))?.output_tokens).toBe(100);
});

test('a link in place of a sub-agent’s file or folder is not followed', async () => {
  const record = assistant(text('secret'), { isSidechain: true, agentId: 'abc' });
  const secret = await write('elsewhere/agent-abc.jsonl', [record]);
  const path = await write(`${ID}.jsonl`, [user('begin', { agentId: 'abc' })]);
  await symlink(secret, join(dirname(path), 'agent-abc.jsonl'));
  await mkdir(join(dirname(path), ID));
  await symlink(dirname(secret), join(dirname(path), ID, 'subagents'));
  expect(await claudeSessions.text(path)).not.toContain('secret');
});

test('a file that is no session is listed with its problem, and keeps nobody from the others', async () => {
  await write(`${ID}.jsonl`, linesOf('2.1.197', 'hello'));
  const other = ID.replaceAll('5', '6');
  await write(`${other}.jsonl`, ['no JSON at all']);
  const listed = await claudeSessions.list({ home });
  expect(listed.map(({ problem }) => problem === undefined).sort()).toEqual([false, true]);
});

test.each([
  ['2.1.197', 'subagent', (id: string) => `${ID}/subagents/agent-${id}.jsonl`],
  ['2.1.197', 'parallelagents', (id: string) => `${ID}/subagents/agent-${id}.jsonl`],
  ['2.1.325', 'parallelagents', (id: string) => `${ID}/subagents/agent-${id}.jsonl`],
  ['2.1.197', 'subkill', (id: string) => `${ID}/subagents/agent-${id}.jsonl`],
  ['2.0.50', 'subagent', (id: string) => `agent-${id}.jsonl`],
])('the sub-agents of %s %s are loaded with the session', async (version, scenario, agentFile) => {
  const lines = linesOf(version, scenario);
  const whole = readTranscript([{ interpreter: createClaudeSaved(), bytes: lines.join('\n') }]);
  const path = await writeApart(lines, agentFile);
  await write('agent-warmup.jsonl', linesOf('2.1.197', 'hello'));
  const loaded = await claudeSessions.load(path);
  expect(canonical(loaded)).toEqual(canonical(whole));
  expect(loaded.messages.map(({ id }) => id)).toEqual(whole.messages.map(({ id }) => id));
  expect([loaded.usage, loaded.subAgentUsage]).toEqual([whole.usage, whole.subAgentUsage]);
  expect(loaded.notes).toEqual([]);
});

test('a session whose last line lacks its end is loaded with its sub-agents all the same', async () => {
  const lines = linesOf('2.1.197', 'subkill');
  const path = await writeApart(lines, (id) => `${ID}/subagents/agent-${id}.jsonl`, '');
  const { messages, notes } = await claudeSessions.load(path);
  expect(messages.some(({ parentToolUseId }) => parentToolUseId !== undefined)).toBe(true);
  expect(notes).toEqual([]);
});

test('turns that were rewound are left out, and said to be; what they used counts', async () => {
  const path = await write(`${ID}.jsonl`, linesOf('2.1.197', 'rewind'));
  const { messages, notes, usage } = await claudeSessions.load(path);
  expect(
    messages.flatMap(({ content }) => content.map((block) => ('text' in block ? block.text : ''))),
  ).toEqual(['first', 'One.', 'other', 'Three.']);
  expect(notes).toEqual(['One turn is left out: the session goes on from before it.']);
  expect(usage?.output_tokens).toBe(150);
});

test('a session that the CLI has written once more is loaded once', async () => {
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
  };
  const said = [assistant(text('A dot.'), { id: 'm1', usage: USAGE, parentUuid: 'p1' })];
  const path = await write(`${ID}.jsonl`, [
    user([text('What is it?'), image], { uuid: 'p1', parentUuid: null }),
    ...said,
    user([text('What is it?')], { uuid: 'p2', parentUuid: null }),
    user([image], { uuid: 'p3', parentUuid: 'p2' }),
    ...said.map((record) => ({ ...record, uuid: 'a2', parentUuid: 'p3' })),
    user('Sure?', { parentUuid: 'a2' }),
  ]);
  const { messages, usage } = await claudeSessions.load(path);
  expect(messages.map(({ content }) => content[0]?.type)).toEqual([
    'text',
    'image',
    'text',
    'text',
  ]);
  expect(usage?.output_tokens).toBe(50);
});

test('pages from the end, put together, are the whole', async () => {
  const turns = Array.from({ length: 30 }, (_, index) => [
    user(`prompt ${index}`),
    use(`t${index}`, 'Bash', { command: 'ls' }),
    assistant(text(`answer ${index}`), { usage: USAGE }),
  ]);
  const path = await write(`${ID}.jsonl`, turns.flat());
  const whole = await claudeSessions.load(path);
  let page = await claudeSessions.load(path, { last: 7 });
  expect(page.messages).toEqual(whole.messages.slice(-7));
  const ids = page.messages.map(({ id }) => id);
  while (page.earlier !== undefined) {
    page = await claudeSessions.load(path, { last: 7, before: page.earlier });
    ids.unshift(...page.messages.map(({ id }) => id));
  }
  expect(ids).toEqual(whole.messages.map(({ id }) => id));
});

test('what a session used is known without loading it', async () => {
  const path = await write(`${ID}.jsonl`, linesOf('2.1.325', 'resume'));
  expect(await claudeSessions.usage(path)).toMatchObject({ output_tokens: 150, cost_usd: 0.00639 });
});

test('a load can be stopped', async () => {
  const path = await write(`${ID}.jsonl`, linesOf('2.1.197', 'resume'));
  await expect(claudeSessions.load(path, { signal: AbortSignal.abort() })).rejects.toThrow();
});

test('finds what only a sub-agent said, in either folder, and nothing elsewhere', async () => {
  const said = (words: string, agentId: string) =>
    assistant(text(words), { isSidechain: true, agentId });
  const begin = user('begin', { agentId: 'abc' });
  const path = await write(`${ID}.jsonl`, [begin, assistant(text('done'))]);
  await write('agent-abc.jsonl', [said('ripe plums', 'abc')]);
  await write(`${ID}/subagents/agent-def.jsonl`, [said('sour grapes', 'def')]);
  await write('agent-other.jsonl', [said('green figs', 'other')]);
  const search = async (sought: string) => {
    const texts: string[] = [];
    const finder = createTextFinder({ text: sought });
    await claudeSessions.search(path, finder, (match) => texts.push(match.text));
    return texts;
  };
  expect(await search('plums')).toEqual(['ripe plums']);
  expect(await search('grapes')).toEqual(['sour grapes']);
  expect(await search('done')).toEqual(['done']);
  expect(await search('figs')).toEqual([]);
});
