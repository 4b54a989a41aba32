import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorBody, sessionMessages, sessionPage, sessionResource } from '@dragoman/protocol/http';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AskRoutes, createRoutes } from '../../test-inputs/routes-fixture.js';
import { createSessionsFixture, type SessionsFixture } from '../../test-inputs/sessions-fixture.js';
import { ownSession } from './own-session.js';
import { sessionRoutes } from './session-routes.js';

let fixture: SessionsFixture;
let ask: AskRoutes;
/** A conversation of two turns in a folder that was made for it, and a turn in the operator's. */
let chat: string;
let other: string;
beforeAll(async () => {
  fixture = await createSessionsFixture();
  ask = createRoutes(fixture.context, sessionRoutes);
  const inChat = { conversation: 'chat', workspace: 'fresh' };
  chat = (
    await fixture.turn({
      ...inChat,
      prompt: 'Say hello. My key: sk-proj-abcdefghijklmnop0123456789',
    })
  ).session;
  other = (await fixture.turn({ workspace: 'app' })).session;
  await fixture.turn({ ...inChat, prompt: 'And again.' });
}, INSTALL_TIMEOUT_MS);
afterAll(() => fixture.remove());

const bodyOf = async (path: string) => (await ask(path)).json();
const refusalOf = async (path: string, request?: Parameters<AskRoutes>[1]) => {
  const response = await ask(path, request);
  return [response.status, errorBody.parse(await response.json()).errorCode];
};

test('sessions are listed by their latest use, page by page', async () => {
  const { sessions, next } = sessionPage.parse(await bodyOf('/v1/sessions'));
  expect(next).toBeUndefined();
  expect(sessions).toMatchObject([
    { session_id: chat, agent: 'codex', conversation: 'chat', workspace: 'fresh', turns: 2 },
    { session_id: other, workspace: 'app', turns: 1, first_prompt: 'Say hello.' },
  ]);
  const first = sessionPage.parse(await bodyOf('/v1/sessions?limit=1'));
  expect(first.sessions).toEqual(sessions.slice(0, 1));
  const second = sessionPage.parse(await bodyOf(`/v1/sessions?limit=1&before=${first.next}`));
  expect(second).toEqual({ sessions: sessions.slice(1) });
  expect(sessionResource.parse(await bodyOf(`/v1/sessions/${chat}`))).toEqual(sessions[0]);
  // As a whole server has it.
  expect(await (await fixture.get(`/v1/sessions/${chat}`)).json()).toEqual(sessions[0]);
  expect(await refusalOf('/v1/sessions?limit=0')).toEqual([400, 'invalid_request']);
});

test('what was said is there after a reload, without secrets, and in pages', async () => {
  const path = `/v1/sessions/${chat}/messages`;
  const { messages } = sessionMessages.parse(await bodyOf(path));
  const text = JSON.stringify(messages);
  expect(text).toMatch(/Say hello\. My key: \[redacted\].*Hello\..*And again\..*Hello\./);
  const pages: unknown[] = [];
  let before: string | undefined = '';
  while (before !== undefined) {
    const query: string = before === '' ? '' : `&before=${encodeURIComponent(before)}`;
    const page = sessionMessages.parse(await bodyOf(`${path}?last=3${query}`));
    pages.unshift(...page.messages);
    before = page.before;
  }
  expect(pages).toEqual(messages);
  expect(await refusalOf(`${path}?last=1&before=nonsense`)).toEqual([400, 'invalid_request']);
  expect(await refusalOf(`${path}?last=201`)).toEqual([400, 'invalid_request']);
});

test('a page has fewer messages where they are long, and none is left out', async () => {
  const { context } = fixture;
  const { signal } = new AbortController();
  const { turn } = await ownSession(context.store, { id: 'local' }, chat);
  const { messages } = context.store.sessions;
  const all = await messages(turn, chat, { last: 50 }, { signal });
  const short = await messages(turn, chat, { last: 50 }, { signal, mostBytes: 10 });
  const [long, one] = [all, short].map((page) => sessionMessages.parse(page));
  expect(one?.messages).toEqual(long?.messages.slice(-1));
  expect(one?.before).toEqual(expect.any(String));
});

test('a session of another client is none, and so is what can be no id', async () => {
  expect(await bodyOf('/v1/sessions')).not.toEqual({ sessions: [] });
  expect(await (await ask('/v1/sessions', { client: 'bob' })).json()).toEqual({ sessions: [] });
  for (const [path, client] of [
    [`/v1/sessions/${chat}`, 'bob'],
    [`/v1/sessions/${chat}/messages`, 'bob'],
    [`/v1/sessions/${chat.slice(0, 8)}`, 'local'],
    ['/v1/sessions/..%2F..%2Fsessions', 'local'],
    [`/v1/sessions/${'x'.repeat(5000)}`, 'local'],
    ['/v1/sessions/%00', 'local'],
  ] as const) {
    for (const method of path.endsWith('messages') ? ['GET'] : ['GET', 'DELETE']) {
      expect(await refusalOf(path, { client, method })).toEqual([404, 'session_unknown']);
    }
  }
});

test('a session goes with all that is its own, and with nothing else', async () => {
  await writeFile(join(fixture.app, 'kept.txt'), 'of the operator');
  const remove = (session: string) => ask(`/v1/sessions/${session}`, { method: 'DELETE' });
  const homes = await fixture.state('homes');
  expect(await fixture.folders()).toHaveLength(1);
  expect((await remove(chat)).status).toBe(204);
  expect(await refusalOf(`/v1/sessions/${chat}`, { method: 'DELETE' })).toEqual([
    404,
    'session_unknown',
  ]);
  expect(await fixture.folders()).toEqual([]);
  expect(await fixture.state('homes')).toHaveLength(homes.length - 1);
  expect(await fixture.state('turns')).toHaveLength(1);
  expect((await remove(other)).status).toBe(204);
  expect(await readdir(fixture.app)).toContain('kept.txt');
  expect(await bodyOf('/v1/sessions')).toEqual({ sessions: [] });
  // Whoever goes on learns that; it was a fresh start in disguise.
  for (const more of [{}, { agent: 'codex', workspace: 'fresh' }]) {
    const body = { prompt: 'Go on.', conversation: 'chat', ...more };
    const gone = await fixture.post('/v1/turns', body);
    expect([gone.status, await gone.json()]).toMatchObject([
      404,
      { errorCode: 'session_unknown', message: expect.stringContaining('another name') },
    ]);
  }
  // Under another name a person begins anew.
  const { session } = await fixture.turn({ conversation: 'chat 2', workspace: 'fresh' });
  expect(session).not.toBe(chat);

  const fork = await fixture.turn({ session_id: session, fork: true });
  expect(fork.session).not.toBe(session);
  for (const one of [session, fork.session]) {
    expect(await refusalOf(`/v1/sessions/${one}`, { method: 'DELETE' })).toEqual([
      ...[409, 'session_forked'],
    ]);
  }
  // They need each other, so they go together.
  const homesBefore = await fixture.state('homes');
  expect((await remove(`${fork.session}?with_forks=true`)).status).toBe(204);
  expect(await bodyOf('/v1/sessions')).toEqual({ sessions: [] });
  expect(await fixture.state('homes')).toHaveLength(homesBefore.length - 1);
  expect(await fixture.folders()).toEqual([]);
  const { conversations } = fixture.context.store;
  expect(await conversations.find('local', 'chat 2')).toMatchObject({ sessionId: session });
});

test('a session in which a turn is at work stays', async () => {
  const { id } = await fixture.ask({ conversation: 'asking' });
  const [{ session_id: session } = { session_id: '' }] = sessionPage.parse(
    await bodyOf('/v1/sessions?limit=1'),
  ).sessions;
  const refused = await refusalOf(`/v1/sessions/${session}`, { method: 'DELETE' });
  expect(refused).toEqual([409, 'session_busy']);
  await fixture.post(`/v1/turns/${id}/cancel`);
  expect((await ask(`/v1/sessions/${session}`, { method: 'DELETE' })).status).toBe(204);
});
