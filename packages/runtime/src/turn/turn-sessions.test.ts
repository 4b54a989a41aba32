import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript } from '@dragoman/gateway';
import {
  createTurnFixture,
  INSTALL_TIMEOUT_MS,
  type TurnFixture,
  testCacheDirectory,
} from '@dragoman/testkit';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createChatAgent } from '../chat/create-chat-agent.js';
import { createSessionRegistry, type SessionEntry } from '../sessions/session-registry.js';
import { createCleanup } from './cleanup.js';
import { claimTurnFolder, openTurnFolders } from './open-turn-folders.js';
import { planTurn } from './plan-turn.js';

let fixture: TurnFixture;
/** The session of a first turn. Tests that resume it leave it as it is. */
let session: string;
beforeAll(async () => {
  fixture = await createTurnFixture();
  session = (await fixture.run(FIRST)).turn.sessionId ?? '';
}, INSTALL_TIMEOUT_MS);
afterAll(async () => {
  expect(await fixture.remains()).toEqual([]);
  await fixture.remove();
});

/** A model that answers, and records its requests. */
function attentive(answer: string) {
  const seen: string[] = [];
  const access = {
    kind: 'script' as const,
    script: defineScript({ steps: [{ say: answer }] }),
    onRequest: (request: unknown) => void seen.push(JSON.stringify(request)),
  };
  return { access, seen };
}

async function homeOf(agent: string, sessionId: string | undefined): Promise<string> {
  return (await createSessionRegistry(fixture.stateDirectory).require(agent, sessionId ?? '')).home;
}

/** Changes what is known of the session, for one test. */
async function changeEntry(change: Partial<SessionEntry>): Promise<void> {
  const registry = createSessionRegistry(fixture.stateDirectory);
  const entry = await registry.require('codex', session);
  onTestFinished(() => registry.note(entry));
  registry.note({ ...entry, ...change });
}

const FIRST = { prompt: 'The word is ocarina.', script: { steps: [{ say: 'Noted.' }] } };

// How each CLI resumes is tested with its command. Here: that a turn of it finds its session again,
// also where the CLI doesn't say its id (Codex 0.42) or changes it (Claude Code 1.0.119).
const AGENTS = ['codex', 'codex@0.42.0', 'claude', 'claude@1.0.119'];

test.each(inject('isDeep') ? AGENTS : AGENTS.slice(0, 3))(
  '%s goes on with a session that it remembers',
  { timeout: INSTALL_TIMEOUT_MS },
  async (agent) => {
    const first = await fixture.run({ ...FIRST, agent });
    expect(first.end.status).toBe('success');
    const { access, seen } = attentive('It is ocarina.');
    const resume = first.turn.sessionId;
    const second = await fixture.run({ agent, access, prompt: 'Which word?', resume });
    expect(second.end).toMatchObject({ status: 'success' });
    expect(seen.join('\n')).toContain('The word is ocarina.');
    expect(second.turn.sessionId !== resume).toBe(agent === 'claude@1.0.119');
  },
);

test('a fork leaves the old session as it is', async () => {
  const { access, seen } = attentive('In another session.');
  const second = await fixture.run({ access, fork: session });
  expect(second.end.status).toBe('success');
  expect(seen.join('\n')).toContain('The word is ocarina.');
  expect(second.turn.sessionId).not.toBe(session);
  expect(await homeOf('codex', second.turn.sessionId)).toBe(await homeOf('codex', session));
});

test('a session that nobody knows is refused', async () => {
  const before = await fixture.written();
  const resume = '01a1e2dd-9a79-7a72-b34a-051104b62e47';
  await expect(fixture.start({ resume })).rejects.toMatchObject({ code: 'session_unknown' });
  expect(await fixture.written()).toEqual(before);
});

test('a session of another agent is refused, and its agent named', async () => {
  const asked = fixture.start({ agent: 'claude', resume: session });
  await expect(asked).rejects.toMatchObject({
    code: 'session_unknown',
    message: expect.stringContaining('it is one of codex'),
  });
});

test('a session goes on in its own workspace only', async () => {
  const elsewhere = join(fixture.workspace, 'elsewhere');
  await mkdir(elsewhere);
  await expect(fixture.start({ resume: session, cwd: elsewhere })).rejects.toMatchObject({
    code: 'session_elsewhere',
    message: expect.stringContaining(fixture.workspace),
  });
});

test.each([
  ['of a container', { sandbox: 'container', movesPaths: undefined }],
  ['of a kind that moves paths', { sandbox: 'jail', movesPaths: true }],
])('a session %s goes on in such sandboxes only', async (_what, changes) => {
  await changeEntry(changes);
  await expect(fixture.start({ resume: session })).rejects.toMatchObject({
    code: 'session_elsewhere',
    message: expect.stringContaining(changes.sandbox),
  });
});

test('a session that is removed before a turn has its HOME does not come back without its memory', async () => {
  const { workspace: cwd, stateDirectory } = fixture;
  const { access } = attentive('It is ocarina.');
  vi.stubEnv('DRAGOMAN_CACHE', testCacheDirectory());
  onTestFinished(() => void vi.unstubAllEnvs());
  const agent = createChatAgent('codex');
  const input = { message: 'Which word?', session_id: session };
  const plan = await planTurn({ agent, access, input, cwd, stateDirectory, sandbox: 'process' });
  const registry = createSessionRegistry(stateDirectory);
  const entry = await registry.require('codex', session);
  onTestFinished(() => registry.note(entry));
  registry.forget(entry);
  const cleanup = createCleanup();
  await claimTurnFolder(plan);
  await expect(openTurnFolders(plan, cleanup)).rejects.toMatchObject({ code: 'session_unknown' });
  await cleanup.run();
  await rm(plan.directory, { recursive: true });
  expect(await registry.find('codex', session)).toBeUndefined();
});

test('a session whose file leads to another HOME is refused', async () => {
  await changeEntry({ home: fixture.workspace });
  await expect(fixture.start({ resume: session })).rejects.toMatchObject({
    code: 'session_damaged',
    message: expect.stringContaining(fixture.workspace),
  });
});

// From 0.99 on Codex itself refuses a session that it doesn't find.
test('a CLI can’t begin anew and call it a resume', async () => {
  const agent = 'codex@0.58.0';
  const first = await fixture.run({ ...FIRST, agent });
  await rm(join(await homeOf('codex', first.turn.sessionId), '.codex/sessions'), {
    recursive: true,
  });
  const { end, events } = await fixture.run({ agent, resume: first.turn.sessionId });
  expect(end).toMatchObject({ status: 'failed', code: 'resume_lost' });
  expect(end.reason).toContain(first.turn.sessionId);
  const seen = events.filter(({ type }) => type === 'error');
  expect(seen).toEqual([expect.objectContaining({ code: 'resume_lost', message: end.reason })]);
});

test('a session that its files were taken from fails in the words of the CLI', async () => {
  const first = await fixture.run(FIRST);
  await rm(join(await homeOf('codex', first.turn.sessionId), '.codex/sessions'), {
    recursive: true,
  });
  const { end } = await fixture.run({ resume: first.turn.sessionId });
  expect(end).toMatchObject({ status: 'failed', exit_code: 1 });
  expect(end.reason).toContain('no rollout found');
});

test('one turn at a time in a session', async () => {
  const resume = session;
  const second = await fixture.start({ resume, script: { steps: [{ run: 'sleep 300' }] } });
  await expect(fixture.start({ resume })).rejects.toMatchObject({
    code: 'session_busy',
    message: expect.stringContaining(`dragoman turns cancel ${second.id}`),
  });
  await second.cancel();
  const third = await fixture.run({ resume });
  expect(third.end.status).toBe('success');
});

test('each turn of a session has its own usage and its own calls', async () => {
  const usage = { input: 100, output: 10 };
  const script = { usage, steps: [{ run: 'true' }, { say: 'Done.' }] };
  const first = await fixture.run({ script });
  const second = await fixture.run({ script, resume: first.turn.sessionId });
  expect(first.end.usage).toMatchObject({ input_tokens: 200, output_tokens: 20 });
  expect(second.end.usage).toMatchObject({ input_tokens: 200, output_tokens: 20 });
  const ids = [first, second].map(({ events }) =>
    events.flatMap((event) => (event.type === 'tool_use' ? [event.tool_id] : [])),
  );
  expect(ids[0]).toHaveLength(1);
  expect(ids[1]).toHaveLength(1);
  expect(ids[0]).not.toEqual(ids[1]);
});

test('a HOME is kept for its session, and goes where there is none', async () => {
  const homes = async () => (await readdir(join(fixture.stateDirectory, 'homes'))).length;
  const before = await homes();
  const kept = await fixture.run(FIRST);
  expect(await homes()).toBe(before + 1);
  expect(await homeOf('codex', kept.turn.sessionId)).toContain(fixture.stateDirectory);
  const { turn } = await fixture.run({ ...FIRST, ephemeral: true });
  expect(turn.sessionId).toBeUndefined();
  expect(await homes()).toBe(before + 1);
});
