import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reduce } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTranslator } from '../interpret/translator.js';
import { createCodexSaved } from './saved.js';
import { loadSession } from './sessions.js';

const folder = mkdtempSync(join(tmpdir(), 'dragoman-load-'));
afterAll(() => rmSync(folder, { recursive: true }));

const saved = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'saved');
const shell = saved.find(({ version, scenario }) => version === '0.166.0' && scenario === 'shell');
const record = (payload: unknown) =>
  JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', type: 'event_msg', payload });
const SAID = record({ type: 'agent_message', message: 'hello' });

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, `${Math.random()}.jsonl`);
  writeFileSync(path, content);
  return path;
}

/** The same by the way that live output takes. */
function translated(bytes: Uint8Array) {
  const translator = createTranslator(createCodexSaved());
  const events = [...translator.push(bytes), ...translator.flush()];
  return {
    ...reduce(events, { source: 'saved', agent: 'codex' }),
    stats: translator.stats(),
  };
}

test('gives of every recording what its events amount to, and leaves nothing out', async () => {
  for (const recording of saved) {
    const session = await loadSession(recording.path);
    expect(session, recording.path).toMatchObject(translated(recording.bytes()));
    // What a fork continues is not among the recordings under the name that Codex gives it.
    const isFork = new TextDecoder().decode(recording.bytes()).includes('"history_base"');
    const notes = isFork ? [expect.stringMatching(/^The session is a fork/)] : [];
    expect(session.notes, recording.path).toEqual(notes);
  }
});

test('reads any lines as the translator does', async () => {
  const line = fc.oneof(
    fc.constant(SAID),
    fc.json(),
    fc.string(),
    fc.constantFrom(
      '',
      ' ',
      '\r',
      '{"type":"event_msg","payload":{"type":"hologram"}}',
      '{"type":',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.boolean(), async (lines, isTerminated) => {
      const bytes = Buffer.from(`${SAID}\n${lines.join('\n')}${isTerminated ? '\n' : ''}`);
      const path = fileOf(bytes);
      expect(await loadSession(path)).toMatchObject(translated(bytes));
      rmSync(path);
    }),
    { numRuns: 50 },
  );
});

test('gives the same session each time', async () => {
  const path = shell?.path ?? '';
  expect(await loadSession(path)).toEqual(await loadSession(path));
});

test('finds nothing in an empty file, and says so', async () => {
  expect(await loadSession(fileOf(''))).toMatchObject({
    messages: [],
    notes: ['The file holds no records.'],
  });
});

test.each([
  ['a binary file', Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) % 256)],
  ['a text', 'Dear diary,\ntoday I wrote no JSON.\n'],
  ['JSON lines of something else', '{"a":1}\n{"type":"b"}\n[1]\n'],
])('refuses %s', async (_, content) => {
  for (const options of [{}, { last: 5 }]) {
    await expect(loadSession(fileOf(content), options)).rejects.toMatchObject({
      code: 'session_unreadable',
    });
  }
});

test('refuses a folder and a file that is not there', async () => {
  await expect(loadSession(folder)).rejects.toMatchObject({ code: 'session_unreadable' });
  await expect(loadSession(join(folder, 'none'))).rejects.toMatchObject({
    code: 'session_not_found',
  });
});

test('leaves out a torn last line, and says so', async () => {
  const session = await loadSession(fileOf(`${SAID}\n${SAID.slice(0, 40)}`));
  expect(session.messages).toHaveLength(1);
  expect(session.notes).toEqual(['The last line is cut off and was left out.']);
});

test('passes over a line of 64 MB, and says so', async () => {
  const long = Buffer.alloc(64 * 1024 * 1024, 'x');
  const path = fileOf(Buffer.concat([Buffer.from(`${SAID}\n`), long, Buffer.from(`\n${SAID}\n`)]));
  for (const options of [{}, { last: 5 }]) {
    const session = await loadSession(path, options);
    expect(session.messages).toHaveLength(2);
    expect(session.notes).toEqual(['1 line left out: too long for a record.']);
  }
});

test('names what no rule covers', async () => {
  const session = await loadSession(fileOf(`${SAID}\n${record({ type: 'hologram' })}\n`));
  expect(session.notes).toEqual(['1 record left out: no rule for event_msg/hologram.']);
});

test('reads a file of several eras', async () => {
  const old = saved.find(({ version, scenario }) => version === '0.20.0' && scenario === 'shell');
  const bytes = Buffer.concat(
    [old?.bytes() ?? [], shell?.bytes() ?? []].map((it) => Buffer.from(it)),
  );
  const session = await loadSession(fileOf(bytes));
  expect(session.stats.dispositions.unknown).toBe(0);
  const calls = session.messages.filter(({ content }) =>
    content.some(({ type }) => type === 'tool_use'),
  );
  expect(calls).toHaveLength(2);
});

test('wants to know how many messages before a mark', async () => {
  await expect(loadSession(shell?.path ?? '', { before: '5:0' })).rejects.toMatchObject({
    code: 'invalid_option',
  });
});

test.each([0, -1, 1.5, Number.NaN])('refuses a page of %d messages', async (last) => {
  await expect(loadSession(shell?.path ?? '', { last })).rejects.toMatchObject({
    code: 'invalid_option',
  });
});

test('passes over blank lines, however many, as the translator does', async () => {
  const bytes = Buffer.concat([Buffer.alloc(300_000, '\n'), Buffer.from(shell?.bytes() ?? [])]);
  const session = await loadSession(fileOf(bytes));
  expect(session.stats.malformed).toBe(0);
  expect(session.messages.length).toBeGreaterThan(1);
});

test('ends when it is no longer wanted, also in mid-file', async () => {
  const reason = new Error('enough');
  const path = fileOf(`${SAID}\n`.repeat(40_000));
  for (const options of [{}, { last: 5 }]) {
    const signal = AbortSignal.abort(reason);
    await expect(loadSession(path, { ...options, signal })).rejects.toBe(reason);
  }
  const stopper = new AbortController();
  const loading = loadSession(path, { signal: stopper.signal });
  setImmediate(() => stopper.abort(reason));
  await expect(loading).rejects.toBe(reason);
});
