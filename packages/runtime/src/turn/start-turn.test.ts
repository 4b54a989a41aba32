import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reduce } from '@dragoman/protocol';
import { createTurnFixture, INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';

const fixture = fixtureOfFile({ bubblewrap: true });

test('a turn that nothing confines runs a command and says what came of it', {
  timeout: INSTALL_TIMEOUT_MS,
}, async () => {
  const file = 'made.txt';
  const { events, end, turn } = await fixture.run({
    script: { steps: [{ run: `echo made > ${file}; cat ${file}` }, { say: 'It is made.' }] },
  });
  expect(end).toMatchObject({ status: 'success', exit_code: 0, signal: null });
  expect(await readFile(join(fixture.workspace, file), 'utf8')).toBe('made\n');
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  expect(events.slice(0, 2)).toMatchObject([
    { type: 'sandbox', kind: 'process' },
    { type: 'init', agent: 'codex', cwd: fixture.workspace },
  ]);
  expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
  expect(events.at(-1)?.type).toBe('end');
  const shown = JSON.stringify(reduce(events));
  expect(shown).toContain('It is made.');
  expect(shown).toMatch(/"content":"made(\\n)?"/);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'init', session_id: turn.sessionId }),
  );
});

test('a command that fails is the model’s affair, not the turn’s', async () => {
  const { events, end } = await fixture.run({
    script: { steps: [{ run: 'echo oops >&2; exit 3' }, { say: 'It failed.' }] },
  });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tool_result', status: 'error', exit_code: 3 }),
  );
  expect(end.status).toBe('success');
});

test('where nothing confines an agent it has the careful posture of its CLI', async () => {
  await writeFile(join(fixture.workspace, 'kept.txt'), 'as it was');
  const { end } = await fixture.run({
    permission: undefined,
    script: { steps: [{ run: 'echo changed > kept.txt' }, { say: 'Tried.' }] },
  });
  expect(end.status).toBe('success');
  expect(await readFile(join(fixture.workspace, 'kept.txt'), 'utf8')).toBe('as it was');
});

test('in a sandbox that confines it an agent may do what it likes', async () => {
  const { end } = await fixture.run({
    permission: undefined,
    sandbox: 'bubblewrap',
    script: { steps: [{ run: 'echo done > free.txt' }, { say: 'Done.' }] },
  });
  expect(end.status).toBe('success');
  expect(await readFile(join(fixture.workspace, 'free.txt'), 'utf8')).toBe('done\n');
});

test('two turns at once have their own events', async () => {
  const words = ['first', 'second', 'third'];
  const turns = await Promise.all(
    words.map((word) => fixture.run({ script: { steps: [{ say: `I am the ${word}.` }] } })),
  );
  for (const [index, { events, end }] of turns.entries()) {
    expect(end.status).toBe('success');
    const said = events.flatMap((event) =>
      event.type === 'message' && event.role === 'assistant' ? [event.content] : [],
    );
    expect(said).toEqual([`I am the ${words[index]}.`]);
  }
  expect(new Set(turns.map(({ turn }) => turn.sessionId)).size).toBe(words.length);
});

test.each([
  ['a workspace that is not there', { cwd: '/nowhere/at/all' }, 'workspace_missing'],
  ['a limit that is no time', { limits: { wallMs: -1 } }, 'invalid_request'],
  ['a limit that is no number', { limits: { idleMs: Number.NaN } }, 'invalid_request'],
  [
    'a version that is not installed',
    { agent: 'codex@0.166.1', install: false },
    'agent_not_installed',
  ],
  ['what the agent can’t do', { permission: 'plan' as const }, 'unsupported_option'],
  ['an image that is not there', { images: ['no.png'] }, 'image_missing'],
  ['an empty prompt', { prompt: '' }, 'prompt_empty'],
])('refuses %s before anything exists', async (_what, wrong, code) => {
  const alone = await createTurnFixture();
  try {
    await expect(alone.start(wrong)).rejects.toMatchObject({ code });
    expect(await alone.written()).toEqual([]);
  } finally {
    await alone.remove();
  }
});
