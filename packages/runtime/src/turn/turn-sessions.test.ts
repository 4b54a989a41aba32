import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript } from '@dragoman/gateway';
import { createTurnFixture, INSTALL_TIMEOUT_MS, type TurnFixture } from '@dragoman/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionRegistry } from '../sessions/session-registry.js';

let place: TurnFixture;
beforeAll(async () => {
  place = await createTurnFixture();
});
afterAll(async () => {
  expect(await place.remains()).toEqual([]);
  await place.remove();
});

/** A model that answers, and notes all that it was told. */
function attentive(answer: string) {
  const told: string[] = [];
  const access = {
    kind: 'script' as const,
    script: defineScript({ steps: [{ say: answer }] }),
    onRequest: (request: unknown) => void told.push(JSON.stringify(request)),
  };
  return { access, told };
}

async function homeOf(agent: string, sessionId: string | undefined): Promise<string> {
  return (await createSessionRegistry(place.stateDirectory).require(agent, sessionId ?? '')).home;
}

const FIRST = { prompt: 'The word is ocarina.', script: { steps: [{ say: 'Noted.' }] } };

// How each CLI resumes is tested with its command. Here: that a turn of it finds its session again,
// also where the CLI doesn't say its id (Codex 0.42) or changes it (Claude Code 1.0.119).
test.each(['codex', 'codex@0.42.0', 'claude', 'claude@1.0.119'])(
  '%s goes on with a session that it remembers',
  { timeout: INSTALL_TIMEOUT_MS },
  async (agent) => {
    const first = await place.run({ ...FIRST, agent });
    expect(first.end.status).toBe('success');
    const { access, told } = attentive('It is ocarina.');
    const resume = first.turn.sessionId;
    const second = await place.run({ agent, access, prompt: 'Which word?', resume });
    expect(second.end).toMatchObject({ status: 'success' });
    expect(told.join('\n')).toContain('The word is ocarina.');
    expect(second.turn.sessionId !== resume).toBe(agent === 'claude@1.0.119');
  },
);

test('a fork leaves the old session as it is', async () => {
  const first = await place.run({ ...FIRST, agent: 'codex' });
  const { access, told } = attentive('In another session.');
  const second = await place.run({ access, fork: first.turn.sessionId });
  expect(second.end.status).toBe('success');
  expect(told.join('\n')).toContain('The word is ocarina.');
  expect(second.turn.sessionId).not.toBe(first.turn.sessionId);
  expect(await homeOf('codex', second.turn.sessionId)).toBe(
    await homeOf('codex', first.turn.sessionId),
  );
});

test('a session that nobody knows is refused', async () => {
  const before = await place.written();
  const resume = '01a1e2dd-9a79-7a72-b34a-051104b62e47';
  await expect(place.start({ resume })).rejects.toMatchObject({ code: 'session_unknown' });
  expect(await place.written()).toEqual(before);
});

test('a session of another agent is refused, and its agent named', async () => {
  const { turn } = await place.run(FIRST);
  const asked = place.start({ agent: 'claude', resume: turn.sessionId });
  await expect(asked).rejects.toMatchObject({
    code: 'session_unknown',
    message: expect.stringContaining('it is one of codex'),
  });
});

test('a session goes on in its own workspace only', async () => {
  const { turn } = await place.run(FIRST);
  const elsewhere = join(place.workspace, 'elsewhere');
  await mkdir(elsewhere);
  await expect(place.start({ resume: turn.sessionId, cwd: elsewhere })).rejects.toMatchObject({
    code: 'session_elsewhere',
    message: expect.stringContaining(place.workspace),
  });
});

test('a session of a container goes on in containers only', async () => {
  const { turn } = await place.run(FIRST);
  const book = createSessionRegistry(place.stateDirectory);
  book.note({ ...(await book.require('codex', turn.sessionId ?? '')), sandbox: 'container' });
  await expect(place.start({ resume: turn.sessionId })).rejects.toMatchObject({
    code: 'session_elsewhere',
    message: expect.stringContaining('container'),
  });
});

test('a session whose file leads to another HOME is refused', async () => {
  const { turn } = await place.run(FIRST);
  const book = createSessionRegistry(place.stateDirectory);
  book.note({ ...(await book.require('codex', turn.sessionId ?? '')), home: place.workspace });
  await expect(place.start({ resume: turn.sessionId })).rejects.toMatchObject({
    code: 'session_damaged',
    message: expect.stringContaining(place.workspace),
  });
});

// From 0.99 on Codex itself refuses a session that it doesn't find.
test('a CLI can’t begin anew and call it a resume', async () => {
  const agent = 'codex@0.58.0';
  const first = await place.run({ ...FIRST, agent });
  await rm(join(await homeOf('codex', first.turn.sessionId), '.codex/sessions'), {
    recursive: true,
  });
  const { end, events } = await place.run({ agent, resume: first.turn.sessionId });
  expect(end).toMatchObject({ status: 'failed', code: 'resume_lost' });
  expect(end.reason).toContain(first.turn.sessionId);
  const told = events.filter(({ type }) => type === 'error');
  expect(told).toEqual([expect.objectContaining({ code: 'resume_lost', message: end.reason })]);
});

test('a session that its files were taken from fails in the words of the CLI', async () => {
  const first = await place.run(FIRST);
  await rm(join(await homeOf('codex', first.turn.sessionId), '.codex/sessions'), {
    recursive: true,
  });
  const { end } = await place.run({ resume: first.turn.sessionId });
  expect(end).toMatchObject({ status: 'failed', exit_code: 1 });
  expect(end.reason).toContain('no rollout found');
});

test('one turn at a time in a session', async () => {
  const first = await place.run(FIRST);
  const resume = first.turn.sessionId;
  const second = await place.start({ resume, script: { steps: [{ run: 'sleep 300' }] } });
  await expect(place.start({ resume })).rejects.toMatchObject({
    code: 'session_busy',
    message: expect.stringContaining(second.directory),
  });
  await second.cancel();
  const third = await place.run({ resume });
  expect(third.end.status).toBe('success');
});

test('each turn of a session tells what it used itself, and its own calls', async () => {
  const usage = { input: 100, output: 10 };
  const script = { usage, steps: [{ run: 'true' }, { say: 'Done.' }] };
  const first = await place.run({ script });
  const second = await place.run({ script, resume: first.turn.sessionId });
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
  const homes = async () => (await readdir(join(place.stateDirectory, 'homes'))).length;
  const before = await homes();
  const kept = await place.run(FIRST);
  expect(await homes()).toBe(before + 1);
  expect(await homeOf('codex', kept.turn.sessionId)).toContain(place.stateDirectory);
  const { turn } = await place.run({ ...FIRST, ephemeral: true });
  expect(turn.sessionId).toBeUndefined();
  expect(await homes()).toBe(before + 1);
});
