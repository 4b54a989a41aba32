import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DragomanError, isJsonObject, type JsonObject } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objectAt, objectsAt, textAt } from '../interpret/json-fields.js';
import type { SessionMatch } from '../sessions/search-session.js';
import type { RunCli } from '../sessions/session-store.js';
import { createTextFinder } from '../sessions/text-query.js';
import { opencodeSessions } from './sessions.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-opencode-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function recordingOf(version: string, scenario: string): string {
  const found = recordings().find(
    (one) =>
      one.agent === 'opencode' &&
      one.version === version &&
      one.scenario === scenario &&
      one.view === 'saved',
  );
  if (found === undefined) throw new Error(`${scenario} of ${version} is not recorded`);
  return found.path;
}

async function documentOf(version: string, scenario: string): Promise<JsonObject> {
  const document: unknown = JSON.parse(await readFile(recordingOf(version, scenario), 'utf8'));
  return isJsonObject(document) ? document : {};
}

test('OpenCode’s folder is below the folder of data, wherever that is', () => {
  const { home } = opencodeSessions;
  expect(home({}, '/u')).toBe(join('/u', '.local', 'share', 'opencode'));
  expect(home({ XDG_DATA_HOME: '/data' }, '/u')).toBe(join('/data', 'opencode'));
  expect(home({ XDG_DATA_HOME: '' }, '/u')).toBe(join('/u', '.local', 'share', 'opencode'));
});

describe('a file that was exported', () => {
  test('is loaded with a byte order mark before it, too', async () => {
    const exported = recordingOf('1.18.33', 'shellfail');
    const path = join(folder, 'marked.json');
    await writeFile(path, `\ufeff${await readFile(exported, 'utf8')}`);
    const { messages } = await opencodeSessions.load(path);
    expect(messages).toEqual((await opencodeSessions.load(exported)).messages);
  });

  test('is loaded, whole or in pages from its end', async () => {
    const path = recordingOf('1.1.65', 'resume');
    const whole = await opencodeSessions.load(path);
    expect(whole.session).toMatchObject({ agent: 'opencode', version: '1.1.65' });
    const last = await opencodeSessions.load(path, { last: 3 });
    const before = await opencodeSessions.load(path, { last: 100, before: last.earlier });
    expect([...before.messages, ...last.messages]).toEqual(whole.messages);
    expect(before.earlier).toBeUndefined();
    expect(await opencodeSessions.usage(path)).toMatchObject({ input_tokens: 4000 });
  });

  test('may be laid out for people, as OpenCode prints it', async () => {
    const path = join(folder, 'laid-out.txt');
    const document = await documentOf('1.1.65', 'multi');
    await writeFile(path, JSON.stringify(document, undefined, 2));
    const { messages, notes } = await opencodeSessions.load(path);
    expect(messages).toEqual(
      (await opencodeSessions.load(recordingOf('1.1.65', 'multi'))).messages,
    );
    expect(notes).toEqual([]);
  });

  test('that is none, or was cut off, is an error that says so', async () => {
    const other = join(folder, 'other.json');
    await writeFile(other, '{"hello":"world"}');
    await expect(opencodeSessions.load(other)).rejects.toThrow(/is no session of OpenCode/);
    const torn = join(folder, 'torn.json');
    await writeFile(torn, '{"info":{"id":"ses_a"},"messages":[');
    await expect(opencodeSessions.load(torn)).rejects.toThrow(/was cut off/);
    await expect(opencodeSessions.load(join(folder, 'none.json'))).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });
});

/** Writes a session as versions up to 1.1 kept it: each part in its own file. */
async function store(home: string, document: JsonObject): Promise<string> {
  const storage = join(home, 'storage');
  const info = objectAt(document, 'info') ?? {};
  const path = join(storage, 'session', 'global', `${textAt(info, 'id')}.json`);
  await write(path, info);
  for (const message of objectsAt(document, 'messages')) {
    const own = objectAt(message, 'info') ?? {};
    const id = textAt(own, 'id') ?? '';
    await write(join(storage, 'message', textAt(info, 'id') ?? '', `${id}.json`), own);
    for (const part of objectsAt(message, 'parts')) {
      await write(join(storage, 'part', id, `${textAt(part, 'id')}.json`), part);
    }
  }
  return path;
}

async function write(path: string, value: JsonObject): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(value, undefined, 2));
}

describe('sessions in files, as up to 1.1', () => {
  test('are listed, found and loaded', async () => {
    const home = join(folder, 'files');
    const document = await documentOf('1.1.65', 'resume');
    const path = await store(home, document);
    const id = textAt(objectAt(document, 'info'), 'id') ?? '';
    const [session, ...others] = await opencodeSessions.list({ home, exact: true });
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      id,
      path,
      version: '1.1.65',
      cwd: '/workspace',
      modelId: 'anthropic/claude-sonnet-4-5',
      firstPrompt: 'begin',
      turns: 3,
      usage: { input_tokens: 4000, output_tokens: 200 },
    });
    expect(await opencodeSessions.ids({ home })).toEqual([id]);
    expect(await opencodeSessions.find(id.slice(0, 9), { home })).toBe(path);
    const exported = await opencodeSessions.load(recordingOf('1.1.65', 'resume'));
    expect((await opencodeSessions.load(path)).messages).toEqual(exported.messages);
    expect(await opencodeSessions.usage(path)).toMatchObject({ input_tokens: 4000 });
  });

  test('a command that asks a sub-agent is a turn in the list', async () => {
    const home = join(folder, 'commands');
    await store(home, await documentOf('1.18.33', 'commands'));
    const [session] = await opencodeSessions.list({ home, exact: true });
    expect(session).toMatchObject({ firstPrompt: 'ripe plums are for @general.', turns: 2 });
  });

  test('are searched as one that was exported', async () => {
    const path = await store(join(folder, 'searched'), await documentOf('1.1.65', 'resume'));
    const search = async (from: string, text: string) => {
      const matches: SessionMatch[] = [];
      const finder = createTextFinder({ text });
      await opencodeSessions.search(from, finder, (match) => matches.push(match));
      return matches;
    };
    const exported = await search(recordingOf('1.1.65', 'resume'), 'begin');
    expect(exported[0]).toMatchObject({ kind: 'prompt', text: 'begin' });
    expect(await search(path, 'begin')).toEqual(exported);
    expect(await search(path, 'said by nobody')).toEqual([]);
    await writeFile(path, '{"id');
    await expect(search(path, 'begin')).rejects.toMatchObject({ code: 'session_unreadable' });
  });

  test('a quick list reads no more than it shows', async () => {
    const home = join(folder, 'quick');
    await store(home, await documentOf('1.1.65', 'resume'));
    const [session] = await opencodeSessions.list({ home });
    expect(session).toMatchObject({ firstPrompt: 'begin' });
    expect(session).not.toHaveProperty('turns');
  });

  test('a broken file costs only itself', async () => {
    const home = join(folder, 'broken');
    const document = await documentOf('1.1.65', 'multi');
    const path = await store(home, document);
    const message = objectsAt(document, 'messages').at(-1);
    const part = objectsAt(message, 'parts')[1];
    const id = textAt(objectAt(message, 'info'), 'id') ?? '';
    await writeFile(join(home, 'storage', 'part', id, `${textAt(part, 'id')}.json`), '{"te');
    const { messages, notes } = await opencodeSessions.load(path);
    expect(notes).toEqual([expect.stringContaining('1 record left out')]);
    expect(messages.length).toBeGreaterThan(3);
    await writeFile(join(dirname(path), 'ses_torn.json'), '{"id');
    const listed = await opencodeSessions.list({ home });
    expect(listed.map(({ id: one, problem }) => [one, problem])).toContainEqual([
      'ses_torn',
      'The file holds no JSON object.',
    ]);
    await expect(opencodeSessions.load(join(dirname(path), 'ses_torn.json'))).rejects.toThrow(
      /is no session of OpenCode/,
    );
  });

  test('a folder that is not there holds none', async () => {
    const home = join(folder, 'nowhere');
    expect(await opencodeSessions.list({ home })).toEqual([]);
    expect(await opencodeSessions.ids({ home })).toEqual([]);
    expect(await opencodeSessions.find('ses_a', { home })).toBeUndefined();
  });

  test('can be stopped', async () => {
    const home = join(folder, 'stopped');
    const path = await store(home, await documentOf('1.1.65', 'resume'));
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(opencodeSessions.list({ home, signal })).rejects.toThrow('enough');
    await expect(opencodeSessions.load(path, { signal })).rejects.toThrow('enough');
  });
});

describe('sessions in a database, as from 1.2 on', () => {
  let home = '';
  /** Stands for OpenCode where the answers don't matter, but what becomes of them. */
  const answering =
    (answer: string, asked: unknown[] = []): RunCli =>
    async (args, options) => {
      asked.push({ args, env: options?.env });
      return answer;
    };

  beforeAll(async () => {
    home = join(folder, 'data', 'opencode');
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'opencode.db'), '');
  });

  test('take a way to run OpenCode', async () => {
    const needed = { code: 'cli_needed', message: expect.stringContaining('opencode.db') };
    await expect(opencodeSessions.list({ home })).rejects.toMatchObject(needed);
    await expect(opencodeSessions.find('ses_a', { home })).rejects.toMatchObject(needed);
    const location = `${join(home, 'opencode.db')}#ses_a`;
    await expect(opencodeSessions.load(location)).rejects.toMatchObject(needed);
  });

  test('are asked of OpenCode in the folder that is meant', async () => {
    const asked: unknown[] = [];
    const text = await readFile(recordingOf('1.18.33', 'resume'), 'utf8');
    const location = `${join(home, 'opencode.db')}#ses_a`;
    const loaded = await opencodeSessions.load(location, { run: answering(text, asked) });
    expect(loaded.path).toBe(location);
    expect(loaded.messages.length).toBeGreaterThan(5);
    expect(asked).toEqual([
      {
        args: ['export', 'ses_a'],
        env: expect.objectContaining({ XDG_DATA_HOME: join(folder, 'data') }),
      },
    ]);
  });

  test('an export that was cut off is an error that says what to do', async () => {
    const location = join(home, 'opencode.db#ses_a');
    const run = answering('{\n  "info": {\n    "id": "ses_a",\n    "ti');
    await expect(opencodeSessions.load(location, { run })).rejects.toThrow(
      /ses_a was cut off\. .* `opencode export ses_a > session\.json`/,
    );
  });

  test('an id that several begin with is not guessed', async () => {
    const rows = JSON.stringify([{ id: 'ses_ab' }, { id: 'ses_ac' }]);
    await expect(
      opencodeSessions.find('ses_a', { home, run: answering(rows) }),
    ).rejects.toMatchObject({ code: 'session_ambiguous' });
    const exact = JSON.stringify([{ id: 'ses_a' }, { id: 'ses_ab' }]);
    expect(await opencodeSessions.find('ses_a', { home, run: answering(exact) })).toMatch(
      /#ses_a$/,
    );
  });

  test('nothing but letters and digits gets into a question', async () => {
    const asked: unknown[] = [];
    const run = answering('[]', asked);
    expect(await opencodeSessions.find("' OR 1=1 --", { home, run })).toBeUndefined();
    expect(await opencodeSessions.find('', { home, run })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test('an answer that makes no sense is an error that says so', async () => {
    const run = answering('opencode <command>');
    await expect(opencodeSessions.list({ home, run })).rejects.toMatchObject({
      code: 'sessions_unreadable',
    });
  });

  test('a version that can’t be asked is an error that says which can', async () => {
    const run = () => Promise.reject(new DragomanError('cli_failed', 'opencode db: --fork'));
    await expect(opencodeSessions.list({ home, run })).rejects.toMatchObject({
      code: 'cli_failed',
      message: expect.stringMatching(/1\.2\.4 or a later version\. opencode db: --fork$/),
    });
  });

  test('a row without figures is listed without them', async () => {
    const run = answering(JSON.stringify([{ id: 'ses_a', time_updated: 0 }, { odd: true }]));
    expect(await opencodeSessions.list({ home, run })).toEqual([
      {
        id: 'ses_a',
        path: `${join(home, 'opencode.db')}#ses_a`,
        updatedAt: '1970-01-01T00:00:00.000Z',
        bytes: 0,
        archived: false,
      },
    ]);
  });

  test('the rest that the database leaves in a sum of costs is no money', async () => {
    const row = { id: 'ses_a', time_updated: 0, input: 10, output: 5, total: 15 };
    const run = answering(JSON.stringify([{ ...row, cost: 5.950019999999999 }]));
    const [session] = await opencodeSessions.list({ home, run });
    expect(session?.usage).toMatchObject({ total_tokens: 15, cost_usd: 5.95002 });
  });
});
