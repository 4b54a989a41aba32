import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { folderSize } from '@dragoman/runtime/internal';
import { CONTAINERS_TIMEOUT_MS, INSTALL_TIMEOUT_MS, testContainers } from '@dragoman/testkit';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { dragomanOfFile, type RunningDragoman } from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 60_000, interval: 20 };
const TIMEOUT_MS = 120_000;

const fixture = dragomanOfFile();
let hello: string;
let waiting: string;
beforeAll(async () => {
  hello = await fixture.file(
    'hello.yaml',
    `
usage: { input: 1200, cached: 800, output: 60 }
steps:
  - - think: First see what is there.
    - run: echo one; echo two
  - say: Hello there.
`,
  );
  // What it starts leaves its session, so that only who looks for it ends it.
  waiting = await fixture.file(
    'waiting.yaml',
    'steps: [[{ say: Wait. }, { run: "setsid sleep 600 & sleep 600" }]]',
  );
}, INSTALL_TIMEOUT_MS);

const events = (ndjson: string) =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Starts a turn whose agent waits for a command, in the process sandbox or another. */
async function startWaiting(...args: string[]): Promise<RunningDragoman> {
  const running = fixture.start(['exec', 'Wait.', '--script', waiting, ...args]);
  await vi.waitFor(() => expect(running.stdout()).toContain('sleep 600'), PATIENCE);
  return running;
}

describe('dragoman exec', () => {
  test(
    'shows a turn as a conversation, says where it runs, and how to go on',
    async () => {
      const first = await fixture.run(['exec', 'Say hello.', '--script', hello]);
      expect(first.stdout).toMatch(
        /^\ncodex · \d\d:\d\d\n {2}✻ First see what is there\.\n\n {2}\$ echo one; echo two\n {4}one\n {4}two\n\n {2}Hello there\.\n$/,
      );
      expect(first.stderr).toMatch(/^codex 0\.166\.0 in .* · sandbox: bubblewrap, network: none\n/);
      expect(first.stderr).toMatch(
        /✓ codex is done after .* · 2\.4k tokens in \(1\.6k cached\), 120 out/,
      );
      expect(first.code).toBe(0);
      expect(await fixture.remains()).toEqual([]);

      const resume = /dragoman exec (--resume \S+) /.exec(first.stderr)?.[1]?.split(' ') ?? [];
      const shown = await fixture.run(['sessions', 'show', resume[1] ?? '']);
      expect(shown.stdout).toMatch(/you · .*Say hello\..*echo one; echo two.*Hello there\./s);
      const [, id = ''] = resume;
      const other = await fixture.run([
        'exec',
        'x',
        ...resume,
        '--agent',
        'claude',
        '--script',
        hello,
      ]);
      expect(other).toMatchObject({
        code: 125,
        stderr: expect.stringContaining('is one of codex. Omit --agent'),
      });
      // As much of its id as no other has.
      const args = ['exec', '--resume', id.slice(0, -1), '--script', hello, '--json'];
      const second = await fixture.run(args, { input: 'And again.', cwd: '/' });
      expect(second).toMatchObject({ code: 0 });
      const emitted = events(second.stdout);
      expect(emitted.find(({ session_id }) => session_id)).toMatchObject({ session_id: resume[1] });
      expect(emitted.find(({ cwd }) => cwd)).toMatchObject({ cwd: fixture.workspace });
      // What Codex makes anew at every start, 3.5 MB, is not kept. Its databases may have logs of some
      // 800 kB beside them, which the next start takes in.
      expect(folderSize(join(fixture.state, 'homes')).bytes).toBeLessThan(2 * 1024 ** 2);
    },
    TIMEOUT_MS,
  );

  test(
    'with --json gives the journal and nothing else',
    async () => {
      const args = ['exec', '-', '--script', hello, '--json', '--sandbox', 'process'];
      const { code, stdout, stderr } = await fixture.run(args, { input: 'Say hello.\n' });
      expect(code).toBe(0);
      const emitted = events(stdout);
      expect(emitted).toEqual(await fixture.lastTurn());
      expect(emitted.at(0)).toMatchObject({ type: 'sandbox', seq: 1 });
      expect(emitted.at(-1)).toMatchObject({ type: 'end', status: 'success' });
      expect(stderr).toContain(
        'sandbox: process, nothing confines the agent (it runs commands in Codex',
      );
      expect(await fixture.remains()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'exits with 1 when the agent failed, in its own words',
    async () => {
      const script = await fixture.file(
        'failing.yaml',
        'steps: [{ fault: { status: 400, message: No such luck } }]',
      );
      const { code, stdout, stderr } = await fixture.run(['exec', 'Try.', '--script', script]);
      expect({ code }).toEqual({ code: 1 });
      expect(stdout).toMatch(/✗ .*No such luck/);
      expect(stderr).toContain('✗ codex failed after ');
    },
    TIMEOUT_MS,
  );

  test.each([
    ['--timeout', 'timeout', 'ran out of time'],
    ['--idle-timeout', 'stalled', 'was silent for too long'],
  ])(
    'exits with 124 when %s has passed',
    async (option, status, words) => {
      const args = ['exec', 'Wait.', '--script', waiting, option, '1500ms'];
      const { code, stderr } = await fixture.run(args);
      expect({ code }).toEqual({ code: 124 });
      expect(stderr).toContain(words);
      expect((await fixture.lastTurn()).at(-1)).toMatchObject({ type: 'end', status });
      expect(await fixture.remains()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'exits with 125 when the agent could not be started',
    async () => {
      const args = ['exec', 'Go.', '--script', hello, '--sandbox', 'bubblewrap'];
      const { code, stderr } = await fixture.run(args, {
        env: { DRAGOMAN_BWRAP: '/none/bwrap' },
      });
      expect({ code }).toEqual({ code: 125 });
      expect(stderr).toMatch(/✗ codex could not be started.*\n {2}Bubblewrap can't be used here/);
      expect((await fixture.lastTurn()).at(-1)).toMatchObject({ status: 'not_started' });
    },
    TIMEOUT_MS,
  );

  test.each([
    [
      'there is no engine',
      { DRAGOMAN_PODMAN: '/none/podman' },
      /Containers can't be used: DRAGOMAN_PODMAN says \/none\/podman.* podman/,
    ],
    ['there is no such image', {}, /podman has no image dragoman-agents:nowhere\..*image build/],
  ])(
    'exits with 125, too, when a container could not be started, because %s',
    async (_case, env, message) => {
      const { environment } = await testContainers();
      const container = ['--sandbox', 'container', '--container-image', 'dragoman-agents:nowhere'];
      const args = ['exec', 'Go.', '--script', hello, ...container];
      const { code, stderr } = await fixture.run(args, { env: { ...environment, ...env } });
      expect({ code }).toEqual({ code: 125 });
      expect(stderr).toMatch(message);
    },
    CONTAINERS_TIMEOUT_MS,
  );

  test('names the variable when there is no key, before anything exists', async () => {
    const state = `${fixture.state}-unused`;
    const { code, stderr } = await fixture.run(['exec', 'Go.'], {
      env: { DRAGOMAN_STATE: state, OPENAI_API_KEY: '' },
    });
    expect({ code }).toEqual({ code: 2 });
    expect(stderr).toMatch(/^dragoman: There is no key .*CODEX_API_KEY or OPENAI_API_KEY\. /);
    expect(stderr).toContain('With a subscription: dragoman login codex, then --login.');
    expect(stderr).toContain('--script FILE');
    await expect(rm(state, { recursive: true })).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('dragoman exec, when it should stop,', () => {
  test.each([
    ['SIGINT', 'process'],
    ['SIGTERM', 'bubblewrap'],
  ] as const)(
    'ends all that it started at %s (%s) and exits with 130',
    async (signal, sandbox) => {
      const running = await startWaiting('--sandbox', sandbox, '--permission', 'bypass');
      running.child.kill(signal);
      const { code, stderr } = await running.ended;
      expect({ code }).toEqual({ code: 130 });
      expect(stderr).toContain('stopping…');
      expect(stderr).toContain('✗ codex was canceled');
      expect(stderr).toMatch(/dragoman exec --resume \S+ "…"/);
      expect((await fixture.lastTurn()).at(-1)).toMatchObject({ type: 'end', status: 'canceled' });
      expect(await fixture.remains()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'stops at once at the second Ctrl-C, and its journal has its end all the same',
    async () => {
      const running = await startWaiting('--json');
      running.child.kill('SIGINT');
      await vi.waitFor(() => expect(running.stderr()).toContain('stopping…'), PATIENCE);
      running.child.kill('SIGINT');
      const { code, signal } = await running.ended;
      // The first may have been enough by the time that the second comes.
      expect(signal ?? code).toBe(130);
      expect((await fixture.lastTurn()).at(-1)).toMatchObject({ type: 'end', status: 'canceled' });
      expect(await fixture.remains()).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'cancels the turn when its reader has gone (| head -1), and is no success',
    async () => {
      const running = fixture.start(['exec', 'Wait.', '--script', waiting, '--json']);
      running.child.stdout?.once('data', () => running.child.stdout?.destroy());
      const { code, stderr } = await running.ended;
      expect({ code }).toEqual({ code: 130 });
      expect(stderr).toContain('The reader of its output has closed it.');
      expect(stderr).not.toMatch(/EPIPE|Error:/);
      expect((await fixture.lastTurn()).at(-1)).toMatchObject({ type: 'end', status: 'canceled' });
      expect(await fixture.remains()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

test(
  'what --record has taken down --replay plays, without a key and without the provider',
  async () => {
    const script = defineScript({
      name: 'real',
      steps: [{ run: 'echo hi' }, { say: 'It said hi.' }],
    });
    const provider = await startScriptGateway({ script });
    const key = provider.admit({}).token;
    const cassette = await fixture.file('turn.cassette.json', '');
    const prompt = ['exec', 'Say hi.', '--json'];
    const recorded = await fixture.run(
      [...prompt, '--record', cassette, '--base-url', `${provider.url}/v1`],
      { env: { OPENAI_API_KEY: key } },
    );
    await provider.close();
    expect(recorded).toMatchObject({ code: 0 });
    const replayed = await fixture.run([...prompt, '--replay', cassette]);
    expect(replayed).toMatchObject({ code: 0 });
    const said = (ndjson: string) =>
      events(ndjson).filter(({ type }) => type === 'message' || type === 'tool_result');
    const words = (ndjson: string) => said(ndjson).map(({ content, output }) => content ?? output);
    expect(words(recorded.stdout)).toEqual(['Say hi.', 'hi\n', 'It said hi.']);
    expect(words(replayed.stdout)).toEqual(words(recorded.stdout));
    expect(recorded.stdout + recorded.stderr).not.toContain(key);
  },
  TIMEOUT_MS,
);
