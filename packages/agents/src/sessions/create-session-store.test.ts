import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DragomanEvent, JsonObject } from '@dragoman/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Interpreter } from '../interpret/interpreter.js';
import { objectsAt, textAt } from '../interpret/json-fields.js';
import { createSessionStore } from './create-session-store.js';
import type { SessionFormat } from './session-format.js';

// An unknown agent with no more than an agent must give: where its files are, and
// who interprets their records.

function createInterpreter(): Interpreter {
  return {
    push(record) {
      const events = eventsOf(record);
      return { native: 'said', disposition: events.length > 0 ? 'mapped' : 'unknown', events };
    },
    flush: () => [],
  };
}

function eventsOf(record: JsonObject): DragomanEvent[] {
  const said = textAt(record, 'said');
  const id = textAt(record, 'session');
  const ts = '2026-01-01T00:00:00.000Z';
  if (id !== undefined) return [{ type: 'init', session_id: id, cwd: '/p', modelId: 'm', ts }];
  if (said === undefined) return [];
  const role = record.by === 'agent' ? 'assistant' : 'user';
  return [
    ...(role === 'user' ? [{ type: 'turn' as const, status: 'started' as const, ts }] : []),
    { type: 'message', role, content: said, id: said, ts },
    { type: 'usage', input_tokens: 10, output_tokens: 1, total_tokens: 11 },
  ];
}

const FORMAT: SessionFormat = {
  agent: 'claude',
  title: 'Nobody',
  layout: {
    home: (_environment, userHome) => join(userHome, '.nobody'),
    folders: (home) => [{ path: join(home, 'talks'), archived: false }],
    depth: 1,
    idOf: (name) => /^talk-(\w+)\.jsonl?$/.exec(name)?.[1],
    namesAreBeginnings: true,
  },
  interpreter: createInterpreter,
  documents: {
    isDocument: (name) => name.endsWith('.json'),
    recordsOf: (document) => [document, ...objectsAt(document, 'talk')],
  },
};

const store = createSessionStore(FORMAT);
const TALK = [
  { said: 'Hello?', by: 'user' },
  { said: 'Hello!', by: 'agent' },
  { said: 'Bye.', by: 'user' },
];

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dragoman-store-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function put(name: string, content: string): string {
  const path = join(home, 'talks', 'project', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const lines = (session: string) =>
  [{ session }, ...TALK].map((record) => `${JSON.stringify(record)}\n`).join('');
const document = (session: string) => JSON.stringify({ session, talk: TALK }, undefined, 2);

describe.each([
  ['one record a line', 'talk-abc.jsonl', lines],
  ['one JSON document', 'talk-abc.json', document],
])('a session file of %s', (_, name, write) => {
  test('is listed with what its events say', async () => {
    const path = put(name, write('abc-123'));
    expect(await store.list({ home })).toEqual([
      {
        id: 'abc-123',
        path,
        startedAt: '2026-01-01T00:00:00.000Z',
        updatedAt: expect.any(String),
        cwd: '/p',
        modelId: 'm',
        firstPrompt: 'Hello?',
        turns: 2,
        usage: { input_tokens: 30, output_tokens: 3, total_tokens: 33 },
        bytes: write('abc-123').length,
        archived: false,
      },
    ]);
    expect(await store.ids({ home })).toEqual(['abc']);
    expect(store.folders(home)).toEqual([join(home, 'talks')]);
  });

  test('is loaded whole, and page by page', async () => {
    const path = put(name, write('abc-123'));
    const whole = await store.load(path);
    expect(whole.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(whole.stats.lines).toBe(4);
    const last = await store.load(path, { last: 2 });
    expect(last.messages).toEqual(whole.messages.slice(1));
    const first = await store.load(path, { last: 2, before: last.earlier });
    expect(first.messages).toEqual(whole.messages.slice(0, 1));
    expect(first).not.toHaveProperty('earlier');
    expect(await store.load(path, { last: 9 })).toEqual(whole);
    expect(await store.usage(path)).toMatchObject({ total_tokens: 33 });
  });

  test('that is none is refused, and listed with its problem', async () => {
    const path = put(name, '{"some":"thing"}\n');
    await expect(store.load(path)).rejects.toMatchObject({ code: 'session_unreadable' });
    const [listed] = await store.list({ home });
    expect(listed).toMatchObject({ id: 'abc', problem: expect.stringContaining('Nobody') });
  });
});

test('a document that is cut off, no object, empty or too large is reported, never half read', async () => {
  const path = put('talk-abc.json', document('abc').slice(0, -5));
  const problemOf = async () => (await store.list({ home }))[0]?.problem;
  await expect(store.load(path)).rejects.toThrow(`${path} is no JSON, or was cut off.`);
  expect(await problemOf()).toContain('cut off');
  writeFileSync(path, '[1]');
  await expect(store.load(path)).rejects.toThrow('holds no JSON object');
  writeFileSync(path, '');
  expect(await store.load(path)).toMatchObject({ messages: [] });
  expect(await problemOf()).toBe('The file is empty.');
  truncateSync(path, 65 * 1024 * 1024);
  await expect(store.load(path)).rejects.toThrow('one JSON document of 65 MB, of at most 64 MB');
  expect(await problemOf()).toContain('too large');
});

describe('where names have only the beginning of an id', () => {
  test('a session is found by as much of its id as one knows', async () => {
    const one = put('talk-abc.jsonl', lines('abc-111'));
    const other = put('talk-abc.json', document('abc-222'));
    for (const [id, path] of [
      ['abc-1', one],
      ['abc-111', one],
      ['ABC-222', other],
      ['abc-333', undefined],
      ['b', undefined],
    ] as const) {
      expect(await store.find(id, { home }), id).toBe(path);
    }
    await expect(store.find('abc', { home })).rejects.toMatchObject({ code: 'session_ambiguous' });
  });

  test('of two files of one session the lines are preferred to the document', async () => {
    put('talk-abc.json', document('abc-111'));
    const path = put('talk-abc.jsonl', lines('abc-111'));
    expect(await store.find('abc-111', { home })).toBe(path);
  });

  test('a file that cannot be read keeps the id of its name', async () => {
    const path = put('talk-abc.json', '{');
    expect(await store.find('ab', { home })).toBe(path);
  });
});
