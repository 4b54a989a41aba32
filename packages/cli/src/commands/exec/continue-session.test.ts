import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentName, agentNames } from '@dragoman/agents';
import { createSessionRegistry } from '@dragoman/runtime/internal';
import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import {
  createDragomanFixture,
  type DragomanFixture,
  prepareDragoman,
} from '../../../test-inputs/dragoman-process.js';
import { jsonLines } from '../../../test-inputs/json-lines.js';

const TIMEOUT_MS = 180_000;
const FIRST = 'steps: [{ run: echo hi }, { say: The first answer. }]';
const SECOND = 'steps: [{ say: The second answer. }]';

const tried: readonly AgentName[] = inject('isDeep') ? agentNames : ['codex'];

beforeAll(async () => {
  await prepareDragoman();
  for (const name of tried) await testAgent(name);
}, INSTALL_TIMEOUT_MS);

describe.each(tried)('a session of %s', (agent) => {
  let fixture: DragomanFixture;
  let foreignHome: string;
  let id: string;
  beforeAll(async () => {
    fixture = await createDragomanFixture();
    const script = await fixture.file('first.yaml', FIRST);
    const begun = await fixture.run(['exec', 'begin', '--agent', agent, '--script', script]);
    expect(begun).toMatchObject({ code: 0 });
    const [entry] = await createSessionRegistry(fixture.state).all();
    id = entry?.sessionId ?? '';
  }, TIMEOUT_MS);
  afterAll(() => fixture?.remove());

  const sessions = async (args: readonly string[], env = {}) => {
    const { stdout } = await fixture.run(['sessions', ...args], { env });
    return stdout;
  };

  test(
    'that exec began is listed, shown by the beginning of its id, and gone on with',
    async () => {
      const listed = jsonLines(await sessions(['list', '--json']));
      expect(listed).toMatchObject([
        { agent, id, origin: 'dragoman', cwd: fixture.workspace, firstPrompt: 'begin' },
      ]);
      expect(await sessions(['show', id.slice(0, 12)])).toContain('The first answer.');

      const script = await fixture.file('second.yaml', SECOND);
      const more = await fixture.run(['exec', 'go on', '--continue', '--script', script]);
      expect(more).toMatchObject({ code: 0, stdout: expect.stringContaining('second answer') });
      expect(await sessions(['show', id])).toMatch(/first answer.*second answer/s);
    },
    TIMEOUT_MS,
  );

  test(
    'that the agent began on its own goes on as a copy, and stays as it is',
    async () => {
      const [entry] = await createSessionRegistry(fixture.state).all();
      foreignHome = join(dirname(fixture.state), 'foreign');
      await rename(entry?.home ?? '', foreignHome);
      await rm(fixture.state, { recursive: true });
      const env = { HOME: foreignHome };
      const before = await sessions(['list', '--json'], env);
      expect(jsonLines(before)).toMatchObject([{ agent, id, origin: 'cli' }]);

      const script = await fixture.file('second.yaml', SECOND);
      const args = ['exec', 'go on', '--resume', id.slice(0, 12), '--script', script];
      const refused = await fixture.run([...args, '--mount', '/nowhere/at/all'], { env });
      expect(refused).toMatchObject({ code: 125, stderr: expect.stringContaining('/nowhere') });
      expect(await sessions(['list', '--json'], env)).toBe(before);
      expect(await readdir(join(fixture.state, 'homes'))).toEqual([]);

      const more = await fixture.run(args, { env });
      expect(more, more.stderr).toMatchObject({ code: 0 });

      const listed = jsonLines(await sessions(['list', '--json'], env));
      expect(listed.map(({ origin }: { origin: string }) => origin)).toEqual(['dragoman', 'cli']);
      expect(listed[0]).toMatchObject({ id, firstPrompt: 'begin', cwd: fixture.workspace });
      expect([listed[1]]).toEqual(jsonLines(before));
      expect((await sessions(['show', id], env)).match(/second answer/g)).toHaveLength(2);

      const again = ['exec', 'again', '--resume', listed[1].path, '--agent', agent];
      const second = await fixture.run([...again, '--script', script], { env });
      expect(second).toMatchObject({
        code: 125,
        stderr: expect.stringContaining(`dragoman exec --resume ${id}`),
      });
      expect(jsonLines(await sessions(['list', '--json'], env))).toEqual(listed);
      expect(await fixture.remains()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

test(
  'a fork that Codex keeps apart from its origin is shown whole, and goes on as a copy',
  async () => {
    const fixture = await createDragomanFixture();
    onTestFinished(() => fixture.remove());
    const run = async (args: readonly string[], env = {}) => {
      const done = await fixture.run(args, { env });
      expect(done, done.stderr).toMatchObject({ code: 0 });
      return done.stdout;
    };
    const first = await fixture.file('first.yaml', FIRST);
    const second = await fixture.file('second.yaml', SECOND);
    await run(['exec', 'begin', '--script', first]);
    const [origin] = await createSessionRegistry(fixture.state).all();
    await run(['exec', 'elsewhere', '--continue', '--fork', '--script', second]);
    const entries = await createSessionRegistry(fixture.state).all();
    const id = entries.find(({ sessionId }) => sessionId !== origin?.sessionId)?.sessionId ?? '';

    const foreignHome = join(dirname(fixture.state), 'foreign');
    await rename(origin?.home ?? '', foreignHome);
    await rm(fixture.state, { recursive: true });
    const env = { HOME: foreignHome };
    const whole = /begin.*first answer.*elsewhere.*second answer/s;
    expect(await run(['sessions', 'show', id], env)).toMatch(whole);

    await run(['exec', 'go on', '--resume', id, '--script', second], env);
    expect(await run(['sessions', 'show', id], env)).toMatch(/first answer.*second.*second/s);
    expect(await run(['sessions', 'export', id], env)).toMatch(whole);
    // What was copied for the fork alone is no session of a turn.
    const own = await run(['sessions', 'list', '--json', join(fixture.state, 'homes')], env);
    expect(own).toContain(origin?.sessionId);
    const listed = await run(['sessions', 'list'], env);
    expect(listed.match(/dragoman/g)).toHaveLength(1);
    expect(listed.match(/cli/g)).toHaveLength(2);
  },
  TIMEOUT_MS,
);

test('what keeps a turn from starting is an exit code, and with --json one end', async () => {
  const fixture = await createDragomanFixture();
  const script = await fixture.file('second.yaml', SECOND);
  const go = ['exec', 'go on', '--script', script];
  for (const [args, code, reason] of [
    [[...go, '--fork'], 2, '--fork needs a session'],
    [[...go, '--continue'], 125, 'There is no session'],
    [[...go, '--resume', 'zzz'], 125, 'No session has an id that begins with "zzz"'],
    [[...go, '--cwd', '/nowhere'], 125, 'The workspace /nowhere'],
    [['exec', 'go on'], 2, 'There is no key'],
  ] as const) {
    const refused = await fixture.run([...args, '--json']);
    expect(refused, refused.stderr).toMatchObject({ code });
    const [end, ...more] = refused.stdout.trimEnd().split('\n');
    expect(more).toEqual([]);
    expect(JSON.parse(end ?? '')).toMatchObject({
      type: 'end',
      status: 'not_started',
      code: expect.any(String),
      reason: expect.stringContaining(reason),
    });
    expect(refused.stderr).toContain(`dragoman: ${reason}`);
  }
  await fixture.remove();
});
