import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DragomanEvent, encodeEvent, isJsonObject, parseJson } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { isOwnEvent } from './own-events.js';
import { findSession } from './saved-sessions/find-session.js';
import { loadSession } from './saved-sessions/load-session.js';
import { translate } from './translate.js';

const EVENTS: readonly DragomanEvent[] = [
  { type: 'sandbox', sandbox_id: 'sbx_1', kind: 'bubblewrap' },
  { type: 'init', agent: 'codex', version: '0.166.0', cwd: '/work' },
  { type: 'message', role: 'user', content: 'Hello?', delta: false },
  { type: 'message', role: 'assistant', content: 'Hello.', delta: false },
  { type: 'changes', files: [] },
  { type: 'end', status: 'success', exit_code: 0 },
];
const journaled = EVENTS.map((event, index) => ({
  ...event,
  seq: index + 1,
  ts: '2026-01-02T03:04:05.000Z',
}));

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'events.ndjson');
  writeFileSync(path, text);
  return path;
}

async function translated(text: string | Uint8Array): Promise<DragomanEvent[]> {
  const events: DragomanEvent[] = [];
  for await (const event of translate(text)) events.push(event);
  return events;
}

test.each([
  ['a journal', journaled],
  ['events without numbers', EVENTS],
  ['events from the middle', EVENTS.slice(2)],
])('%s is translated into itself', async (_what, events) => {
  expect(await translated(events.map(encodeEvent).join(''))).toEqual(events);
});

test('a journal is loaded as a session, with its prompt and its agent', async () => {
  const session = await loadSession(fileOf(journaled.map(encodeEvent).join('')));
  expect(session).toMatchObject({ agent: 'codex', outcome: { status: 'success' } });
  expect(session.messages.map(({ role, tool }) => [role, tool])).toEqual([
    ['user', 'codex'],
    ['assistant', 'codex'],
  ]);
});

test('what an agent printed is loaded as a session, but none can go on with it', async () => {
  const [printed] = recordings().filter(({ view }) => view === 'live');
  const path = printed?.path ?? '';
  const session = await loadSession(path);
  expect(session.messages.length).toBeGreaterThan(0);
  expect(session.agent).toBe(printed?.agent);
  await expect(findSession(path)).rejects.toMatchObject({ code: 'session_live' });
});

test('no record of an agent is taken for an event', () => {
  for (const recording of recordings()) {
    for (const line of Buffer.from(recording.bytes()).toString('utf8').split('\n')) {
      const parsed = parseJson(line);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      expect(isOwnEvent(parsed.value), `${recording.path}: ${line.slice(0, 200)}`).toBe(false);
    }
  }
});

test('what translate makes of a recording is translated into itself', async () => {
  const some = recordings().filter((_, index) => index % 10 === 0);
  for (const { path, bytes } of some) {
    const events = await translated(bytes());
    const again = await translated(events.map(encodeEvent).join(''));
    expect(again, path).toEqual(events);
  }
});
