import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatRequest } from '../chat/chat-agent.js';
import { openJournal } from '../journal/open-journal.js';
import { createEvidence } from '../outcome/create-evidence.js';
import { createCleanup } from './cleanup.js';
import { planTurn } from './plan-turn.js';
import { runStages } from './run-stages.js';
import { createSessionTracker } from './session-tracker.js';
import { createStopControl } from './stop-control.js';
import { createTurnInput } from './turn-input.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dragoman-stages-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('an end that can be written nowhere is given all the same, with the reason', async () => {
  const plan = await planTurn({
    agent: {
      requestSchema: chatRequest,
      prepareSandbox: async () => {},
      createCommand: () => ({ cmd: 'true', args: [] }),
    },
    input: { message: 'Hello' },
    cwd: root,
    sandbox: 'process',
    stateDirectory: root,
  });
  const evidence = createEvidence();
  const stop = createStopControl({
    graceMs: 0,
    onStop: evidence.stopped,
    onFailure: evidence.failed,
  });
  stop.stop('cancel');
  const journal = openJournal(plan.directory);
  journal.close();
  const { end } = await runStages({
    plan,
    model: undefined,
    tools: undefined,
    hosts: undefined,
    journal: {
      ...journal,
      close() {
        throw new Error('EIO: i/o error, close');
      },
    },
    evidence,
    session: createSessionTracker(plan, { text: String }),
    stop,
    input: createTurnInput(undefined),
    cleanup: createCleanup(),
  });
  expect(end).toMatchObject({
    type: 'end',
    status: 'canceled',
    warning: expect.stringMatching(/The journal has no end: .*EIO: i\/o error, close/),
  });
});
