import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sandbox, type SandboxProvider, sandboxProvider } from '@dragoman/sandbox';
import { expect, test, vi } from 'vitest';
import { fixtureOfEachTest } from '../../test-inputs/turn-fixtures.js';
import { createChatAgent } from '../chat/create-chat-agent.js';
import { conductTurn } from './conduct-turn.js';

const WAITING = { timeout: 30_000, interval: 20 };

const fixture = fixtureOfEachTest();

/** A step that waits until the test lets it go on. */
function createGate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = vi.fn();
  const pass = async (): Promise<void> => {
    reached();
    await opened;
  };
  return { pass, reached, open };
}

/** Plain processes, from a provider that can be held up. */
function heldProvider(gates: {
  readonly create?: () => Promise<void>;
  readonly start?: () => Promise<void>;
}): SandboxProvider {
  const provider = sandboxProvider('process', { stateDirectory: fixture.stateDirectory });
  return {
    ...provider,
    check: () => provider.check(),
    list: () => provider.list(),
    async create(options) {
      await gates.create?.();
      const sandbox: Sandbox = await provider.create(options);
      const { id, kind, inside } = sandbox;
      return {
        id,
        kind,
        inside,
        writeFile: (path, content) => sandbox.writeFile(path, content),
        readFile: (path) => sandbox.readFile(path),
        async start(command) {
          const process = await sandbox.start(command);
          await gates.start?.();
          return process;
        },
        remove: () => sandbox.remove(),
      };
    },
  };
}

const sandboxes = () => readdir(join(fixture.stateDirectory, 'sandboxes')).catch(() => []);

test('a provider that never answers holds up no cancel, and what it makes later is removed', async () => {
  const gate = createGate();
  const turn = await fixture.start({ sandbox: heldProvider({ create: gate.pass }), graceMs: 50 });
  await vi.waitFor(() => expect(gate.reached).toHaveBeenCalled(), WAITING);
  await turn.cancel('I changed my mind.');
  expect(await turn.outcome).toMatchObject({ status: 'canceled', reason: 'I changed my mind.' });
  const events = [];
  for await (const event of turn.events()) events.push(event);
  expect(events).toMatchObject([
    { type: 'error', code: 'cleanup_failed', message: expect.stringContaining('not ready') },
    { type: 'end', status: 'canceled' },
  ]);
  expect(await fixture.remains()).toEqual([]);
  const home = join(fixture.stateDirectory, 'homes');
  gate.open();
  await vi.waitFor(async () => expect(await sandboxes()).toEqual([]), WAITING);
  await vi.waitFor(async () => expect(await readdir(home)).toEqual([]), WAITING);
});

test('a process that comes after its turn was given up is ended', async () => {
  const gate = createGate();
  const turn = await fixture.start({ sandbox: heldProvider({ start: gate.pass }), graceMs: 50 });
  await vi.waitFor(() => expect(gate.reached).toHaveBeenCalled(), WAITING);
  await turn.kill();
  expect(await turn.outcome).toMatchObject({ status: 'canceled' });
  const types = [];
  for await (const { type } of turn.events()) types.push(type);
  expect(types).toEqual(['sandbox', 'init', 'message', 'end']);
  gate.open();
  await vi.waitFor(async () => expect(await fixture.remains()).toEqual([]), WAITING);
});

test('a provider that answers soon after a cancel is waited for, and nothing is reported', async () => {
  const gate = createGate();
  const turn = await fixture.start({ sandbox: heldProvider({ create: gate.pass }) });
  await vi.waitFor(() => expect(gate.reached).toHaveBeenCalled(), WAITING);
  const canceled = turn.cancel();
  gate.open();
  await canceled;
  const types = [];
  for await (const { type } of turn.events()) types.push(type);
  expect(types).toEqual(['sandbox', 'end']);
  expect(await fixture.remains()).toEqual([]);
});

test('an agent that never finishes to prepare a turn is not waited for once its signal aborts', async () => {
  const gate = createGate();
  const { prepare: _prepare, ...agent } = createChatAgent('codex');
  const controller = new AbortController();
  const starting = conductTurn({
    agent: {
      ...agent,
      async prepare() {
        await gate.pass();
        return {};
      },
    },
    input: { message: 'Do it.' },
    access: { kind: 'script', script: { steps: [{ say: 'Done.' }] } },
    cwd: fixture.workspace,
    sandbox: 'process',
    stateDirectory: fixture.stateDirectory,
    signal: controller.signal,
  });
  await vi.waitFor(() => expect(gate.reached).toHaveBeenCalled(), WAITING);
  controller.abort('Never mind.');
  const turn = await starting;
  expect(await turn.outcome).toMatchObject({ status: 'canceled', reason: 'Never mind.' });
  gate.open();
});
